package lang

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// Set is a list of languages with indexes. It is immutable and safe for
// concurrent use.
type Set struct {
	languages   []*Language
	byID        map[string]*Language
	byExtension map[string]*Language
	byName      map[string]*Language
	byShebang   map[string]*Language
	claimants   map[string][]*Language // by extension
	adopters    map[string]*Language   // by extension
}

// NewSet returns a set of the given languages. It panics if two of them claim
// the same id, extension, file name or interpreter.
func NewSet(languages ...*Language) *Set {
	s := &Set{languages: languages, byID: map[string]*Language{}, byExtension: map[string]*Language{},
		byName: map[string]*Language{}, byShebang: map[string]*Language{}, claimants: map[string][]*Language{},
		adopters: map[string]*Language{}}
	for _, l := range languages {
		claim(s.byID, l, []string{l.ID})
		claim(s.byExtension, l, l.Files.Extensions)
		claim(s.byName, l, l.Files.Filenames)
		claim(s.byShebang, l, l.Files.Interpreters)
		claim(s.adopters, l, l.Files.Adopts)
		for ext := range l.Files.Claims {
			s.claimants[ext] = append(s.claimants[ext], l)
		}
	}
	return s
}

func claim(by map[string]*Language, l *Language, names []string) {
	for _, n := range names {
		if other := by[n]; other != nil {
			panic(fmt.Sprintf("lang: %q is claimed by %s and %s", n, other.ID, l.ID))
		}
		by[n] = l
	}
}

// All returns the languages in the order of the list.
func (s *Set) All() []*Language { return slices.Clone(s.languages) }

// IDs returns the ids of all languages, sorted.
func (s *Set) IDs() []string {
	var ids []string
	for _, l := range s.languages {
		ids = append(ids, l.ID)
	}
	slices.Sort(ids)
	return ids
}

// Wants reports whether files of a language are indexed if ids are selected.
// Without ids, all languages are indexed except those with OptIn.
func (s *Set) Wants(id string, ids []string) bool {
	if len(ids) > 0 {
		return id != "" && slices.Contains(ids, id)
	}
	l := s.byID[id]
	return l != nil && !l.Files.OptIn
}

// DetectAmong is Detect with selected ids, as in Wants. It returns "" for a
// file that is not wanted.
func (s *Set) DetectAmong(ids []string, p projectbase.Path, head func() []byte) string {
	id := s.Detect(p, head)
	if id == "" {
		for _, l := range s.languages {
			if l.Files.Rest {
				id = l.ID
			}
		}
	}
	if s.Wants(id, ids) {
		return id
	}
	if adopter := s.Adopter(id, p); s.Wants(adopter, ids) {
		return adopter
	}
	return ""
}

// Adopter returns the id of the language that adopts a file of language id, if
// the project has no other files of that language; "" if there is none.
func (s *Set) Adopter(id string, p projectbase.Path) string {
	ext := strings.ToLower(p.Ext())
	l, owner := s.adopters[ext], s.byExtension[ext]
	if l == nil || owner == nil || owner.ID != id {
		return ""
	}
	return l.ID
}

// Depends reports whether the language of a file depends on more than its
// name.
func (s *Set) Depends(p projectbase.Path) bool {
	ext := strings.ToLower(p.Ext())
	return ext == "" || s.claimants[ext] != nil || s.adopters[ext] != nil
}

// ByID returns the language with the given id, or nil.
func (s *Set) ByID(id string) *Language { return s.byID[id] }

// Qualified reports whether a language of a family always has something before
// the name of a member: see Graph.
func (s *Set) Qualified(family string) bool {
	return slices.ContainsFunc(s.languages, func(l *Language) bool { return l.Graph.Qualified && l.Family() == family })
}

// Detect returns the id of the language of a file, "" if the set has none. The
// name decides in most cases. Detect calls head, which returns the first bytes
// of the file, only for names without extension, to read the interpreter line,
// and for extensions with Claims. Without head, the name decides alone.
func (s *Set) Detect(p projectbase.Path, head func() []byte) string {
	name := path.Base(string(p))
	if l := s.byName[name]; l != nil {
		return l.ID
	}
	ext := strings.ToLower(path.Ext(name))
	if ext != "" && ext != strings.ToLower(name) {
		if head != nil {
			for _, l := range s.claimants[ext] {
				if l.Files.Claims[ext](head()) {
					return l.ID
				}
			}
		}
		if l := s.byExtension[ext]; l != nil {
			return l.ID
		}
		return ""
	}
	if ext == "" && head != nil {
		if l := s.byShebang[interpreter(head())]; l != nil {
			return l.ID
		}
	}
	return ""
}

// interpreter returns the program named in the line after #!, without
// directory, version and a leading env.
func interpreter(head []byte) string {
	if !bytes.HasPrefix(head, []byte("#!")) {
		return ""
	}
	line, _, _ := bytes.Cut(head[2:], []byte("\n"))
	for _, word := range strings.Fields(string(line)) {
		name := path.Base(word)
		if name == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		return strings.TrimRight(name, "0123456789.")
	}
	return ""
}

// DialectOf returns the grammar for a file of l.
func (l *Language) DialectOf(p projectbase.Path) int {
	ext := strings.ToLower(p.Ext())
	for i, d := range l.Parse.Dialects {
		if slices.Contains(d.Extensions, ext) {
			return i
		}
	}
	return 0
}

// Version changes whenever extraction finds other facts in the same bytes,
// because of a table, the extractor or a grammar. Files in an index of another
// version are extracted again.
const Version = "8"

// Version returns the version of extraction with the languages of s.
func (s *Set) Version() string { return Version }
