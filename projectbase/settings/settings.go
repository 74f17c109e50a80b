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
// A file is not indexed if Git ignores it, if it is in a dependency cache, or
// if Include is not empty and does not match it. ExtraFiles overrides these
// three rules. Exclude overrides all others.
type Settings struct {
	Languages   []string // ids; empty means all
	Include     []string // globs; if not empty, only matching files are indexed
	Exclude     []string // globs
	ExtraFiles  []string // globs of files that are indexed although Git ignores them
	AutoUpdate  bool     // queries update the index first
	MaxFileSize int64    // bytes; longer files are not indexed
	// IndexStrings includes the words of string literals in the index.
	IndexStrings bool
	MaxTokens    int // maximum length of an answer in text form; 0 means the caller's default
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

// Check returns an error for an invalid value. It wraps projectbase.ErrUsage
// and names the key.
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

// ExcludePath excludes p, a file or a directory with its content, and reports
// whether the settings changed. It removes entries of ExtraFiles and Include
// that name exactly p.
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

// UnexcludePath removes the entry of Exclude that names exactly p, and
// reports whether there was one. It keeps globs that match p among other
// paths.
func (s *Settings) UnexcludePath(p projectbase.Path) bool {
	rest, dropped := without(s.Exclude, Literal(string(p)))
	s.Exclude = rest
	return dropped
}

// AddExtraFile adds p to ExtraFiles, so that it is indexed even if Git
// ignores it, and reports whether the settings changed. It removes an entry
// of Exclude that names exactly p. A glob of Exclude that matches p still
// excludes it.
func (s *Settings) AddExtraFile(p projectbase.Path) bool {
	dropped := s.UnexcludePath(p)
	if globs, err := Compile(s.ExtraFiles); err == nil && globs.Match(string(p)) {
		return dropped
	}
	s.ExtraFiles = append(slices.Clip(s.ExtraFiles), Literal(string(p)))
	return true
}

// RemoveExtraFile removes the entry of ExtraFiles that names exactly p, and
// reports whether there was one.
func (s *Settings) RemoveExtraFile(p projectbase.Path) bool {
	rest, dropped := without(s.ExtraFiles, Literal(string(p)))
	s.ExtraFiles = rest
	return dropped
}

// without returns list without the entries equal to entry, ignoring a
// trailing slash. It does not change the array of list.
func without(list []string, entry string) ([]string, bool) {
	same := func(e string) bool { return strings.TrimSuffix(strings.TrimPrefix(e, "./"), "/") == entry }
	if !slices.ContainsFunc(list, same) {
		return list, false
	}
	return slices.DeleteFunc(slices.Clone(list), same), true
}
