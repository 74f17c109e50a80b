package index

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/about"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/store/read"
)

// uses collects what a summary says of the symbols of a project: where it
// begins and which of its types are named most. Without
// languages it knows only the entry points that extraction has marked.
type uses struct {
	languages *lang.Set
	types     map[string]*typeUse
	entries   []string
	count     map[*projectbase.Terms][]uint32 // occurrences by TermID
}

// typeUse is a type of the project.
type typeUse struct {
	name  string
	word  string
	path  projectbase.Path
	line  uint32
	count int64
}

// add takes a file's facts.
func (u *uses) add(path projectbase.Path, f *projectbase.Facts) {
	if u.count == nil {
		u.count = map[*projectbase.Terms][]uint32{}
	}
	count := u.count[f.Terms]
	if n := f.Terms.Len(); len(count) < n {
		count = append(count, make([]uint32, n+n/2-len(count))...)
		u.count[f.Terms] = count
	}
	for i := range f.Postings {
		count[f.Postings[i].Term] += uint32(f.Postings[i].Keys.Len())
	}
	u.symbols(path, f.Language, f.Generated, f.Symbols)
}

// symbols takes the symbols of a file.
func (u *uses) symbols(path projectbase.Path, language string, generated bool, list []projectbase.Symbol) {
	tests := about.TestFile(path)
	var l *lang.Language
	if u.languages != nil {
		l = u.languages.ByID(language)
	}
	for i := range list {
		s := &list[i]
		if about.EntryPoint(path, l, s) {
			u.entries = append(u.entries, fmt.Sprintf("%s:%d %s", path, s.NameLine, s.Name))
		}
		if !s.Kind.IsType() || s.Flags.Has(projectbase.FlagTest) || generated || tests || memberAlias(list, s) {
			continue
		}
		if u.types == nil {
			u.types = map[string]*typeUse{}
		}
		if u.types[s.Name] == nil {
			name := strings.Clone(s.Name) // not the part of all that the file says that it is
			u.types[name] = &typeUse{name: name, word: strings.Clone(s.Word), path: path, line: s.NameLine}
		}
	}
}

// memberAlias reports whether a symbol is a name that a type or a callable has for
// another type. Such names, a T or an iterator, are short and every other type has
// one, so how often they are written says nothing of this one.
func memberAlias(list []projectbase.Symbol, s *projectbase.Symbol) bool {
	if s.Kind != projectbase.KindType {
		return false
	}
	return s.Owner != "" || s.Container >= 0 && int(s.Container) < len(list) && list[s.Container].Kind != projectbase.KindNamespace
}

// counted sets how often the names of the types occur, as far as add has seen
// it.
func (u *uses) counted() {
	for terms, count := range u.count {
		for id := range terms.Len() {
			if t := u.types[terms.Text(projectbase.TermID(id))]; t != nil && id < len(count) {
				t.count += int64(count[id])
			}
		}
	}
	u.count = nil
}

// read collects what an index holds.
func (u *uses) read(s *read.Snapshot) error {
	files, err := s.Files()
	if err != nil {
		return err
	}
	for i := range files {
		f := &files[i]
		if f.Types == 0 && f.Methods == 0 {
			continue
		}
		list, err := s.Symbols(f.ID)
		if err != nil {
			return err
		}
		u.symbols(f.Path, f.Language, f.Generated, list)
	}
	for _, t := range u.types {
		items, err := s.ItemsExact(t.name, true)
		if err != nil {
			return err
		}
		for _, item := range items {
			t.count += int64(item.Occurrences)
		}
	}
	return nil
}

// maxMainTypes is how many types a summary names.
const maxMainTypes = 30

// mainTypes returns the types that are named most.
func (u *uses) mainTypes() []string {
	list := make([]*typeUse, 0, len(u.types))
	for _, t := range u.types {
		list = append(list, t)
	}
	slices.SortFunc(list, func(a, b *typeUse) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.name, b.name))
	})
	var lines []string
	for _, t := range list[:min(len(list), maxMainTypes)] {
		lines = append(lines, fmt.Sprintf("%s (%s) %s:%d", t.name, t.word, t.path, t.line))
	}
	return lines
}
