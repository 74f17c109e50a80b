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

// uses collects the entry points and the most used types of a project for its
// summary. Without languages, it has only the entry points that extraction
// marked. The zero value is ready.
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

// add adds a file's facts.
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

// symbols adds the symbols of a file.
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
			name := strings.Clone(s.Name) // a copy, because the name is a part of the file's text
			u.types[name] = &typeUse{name: name, word: strings.Clone(s.Word), path: path, line: s.NameLine}
		}
	}
}

// memberAlias reports whether a symbol is an alias inside of a type or a
// callable. Such names (T, iterator) are short and common, so the number of
// their uses means nothing.
func memberAlias(list []projectbase.Symbol, s *projectbase.Symbol) bool {
	if s.Kind != projectbase.KindType {
		return false
	}
	return s.Owner != "" || s.Container >= 0 && int(s.Container) < len(list) && list[s.Container].Kind != projectbase.KindNamespace
}

// counted sets the number of occurrences of the types' names, from the facts
// that add has seen.
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

// read collects from an index.
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

// maxMainTypes is the number of types in a summary.
const maxMainTypes = 30

// mainTypes returns the types with the most uses.
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
