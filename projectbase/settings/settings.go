// Package settings reads, checks and saves the settings of an index: the file
// config.json in the index directory. It also has the location of the index and
// the globs of the settings. It never reads the environment.
//
// A config.json may come from a cloned repository: its size is bounded and its
// content is checked.
package settings

import (
	"fmt"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// Settings is the content of a config.json.
//
// Which files are indexed: first git's ignore rules and the names of dependency
// caches decide, then Include, where it is not empty. ExtraFiles beats these
// three, and Exclude beats everything.
type Settings struct {
	Languages   []string // ids; empty means all
	Include     []string // globs; when not empty, only what matches is indexed
	Exclude     []string // globs
	ExtraFiles  []string // globs of files that are indexed although Git ignores them
	AutoUpdate  bool     // answers update the index first
	MaxFileSize int64    // bytes; longer files are not indexed
	// IndexStrings includes the words of string literals in the index.
	IndexStrings bool
	MaxTokens    int // of an answer in text form; 0 means the caller's default
}

// Limits for the values in config.json.
const (
	DefaultMaxFileSize = 2 << 20
	minFileSize        = 1 << 10
	maxFileSize        = 1 << 30
	maxTokens          = 10_000_000
	maxPatterns        = 100_000
	maxLanguages       = 1_000
)

// Default returns the default settings.
func Default() Settings {
	return Settings{AutoUpdate: true, MaxFileSize: DefaultMaxFileSize, IndexStrings: true}
}

// Check returns an error that wraps projectbase.ErrUsage and names the key
// unless every value makes sense.
func (s Settings) Check() error {
	for _, l := range []struct {
		key   string
		globs []string
	}{{keyInclude, s.Include}, {keyExclude, s.Exclude}, {keyExtraFiles, s.ExtraFiles}} {
		if _, err := Compile(l.globs); err != nil {
			return fmt.Errorf("%s: %w", l.key, err)
		}
	}
	if len(s.Languages) > maxLanguages {
		return fmt.Errorf("%s: more than %d entries: %w", keyLanguages, maxLanguages, projectbase.ErrUsage)
	}
	if slices.Contains(s.Languages, "") {
		return fmt.Errorf("%s: an entry is empty: %w", keyLanguages, projectbase.ErrUsage)
	}
	if s.MaxFileSize < minFileSize || s.MaxFileSize > maxFileSize {
		return fmt.Errorf("%s: %d is not between %d and %d bytes: %w",
			keyMaxFileSize, s.MaxFileSize, minFileSize, maxFileSize, projectbase.ErrUsage)
	}
	if s.MaxTokens < 0 || s.MaxTokens > maxTokens {
		return fmt.Errorf("%s: %d is not between 0 and %d: %w", keyMaxTokens, s.MaxTokens, maxTokens, projectbase.ErrUsage)
	}
	return nil
}

// ExcludePath makes sure that p, a file or a directory with all below it, is
// not indexed, and reports whether anything had to change. Entries of
// ExtraFiles and Include that name exactly p are dropped.
func (s *Settings) ExcludePath(p projectbase.Path) bool {
	entry := Literal(string(p))
	extra, dropped := without(s.ExtraFiles, entry)
	s.ExtraFiles = extra
	if globs, err := Compile(s.Exclude); err == nil && globs.MatchTree(string(p)) {
		return dropped
	}
	s.Exclude = append(slices.Clip(s.Exclude), entry)
	return true
}

// UnexcludePath drops the entry of Exclude that names exactly p, and reports
// whether there was one. Globs that match p as one of many stay.
func (s *Settings) UnexcludePath(p projectbase.Path) bool {
	rest, dropped := without(s.Exclude, Literal(string(p)))
	s.Exclude = rest
	return dropped
}

// AddExtraFile makes sure that p is indexed although it is ignored, and
// reports whether anything had to change. An entry of Exclude that names
// exactly p is dropped; a glob of Exclude that matches it still wins.
func (s *Settings) AddExtraFile(p projectbase.Path) bool {
	dropped := s.UnexcludePath(p)
	if globs, err := Compile(s.ExtraFiles); err == nil && globs.Match(string(p)) {
		return dropped
	}
	s.ExtraFiles = append(slices.Clip(s.ExtraFiles), Literal(string(p)))
	return true
}

// RemoveExtraFile drops the entry of ExtraFiles that names exactly p, and
// reports whether there was one.
func (s *Settings) RemoveExtraFile(p projectbase.Path) bool {
	rest, dropped := without(s.ExtraFiles, Literal(string(p)))
	s.ExtraFiles = rest
	return dropped
}

// without returns list without the entries that are spelled entry, apart from
// a slash at the end. It does not change list's array.
func without(list []string, entry string) ([]string, bool) {
	same := func(e string) bool { return strings.TrimSuffix(strings.TrimPrefix(e, "./"), "/") == entry }
	if !slices.ContainsFunc(list, same) {
		return list, false
	}
	return slices.DeleteFunc(slices.Clone(list), same), true
}
