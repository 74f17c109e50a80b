// Package search finds terms in one project's index, ranks the matches, and
// explains an empty result.
package search

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// Mode is the way a query's term is compared with indexed terms.
type Mode string

// The modes of a query.
const (
	ModeExact      Mode = "exact"
	ModeContains   Mode = "contains"
	ModeStartsWith Mode = "starts_with"
	ModeRegex      Mode = "regex" // RE2, matched anywhere in a term; ^ and $ are the ends of the term, not of the line
)

// Modes returns the names of all modes, the default first.
func Modes() []string {
	return []string{string(ModeExact), string(ModeContains), string(ModeStartsWith), string(ModeRegex)}
}

// Query searches for a term.
type Query struct {
	Term          string // not empty
	Mode          Mode   // "" is ModeExact
	CaseSensitive bool
	Files         string                 // glob over whole relative paths, or a directory; "" is all files
	Types         []projectbase.LineType // nil is all
	Since         time.Time              // only files modified at or after this time; zero is all
	Limit         int                    // of the returned matches, not of the totals; 0 is none
	// Nested are the directories of other projects of the scope. They are skipped.
	Nested []projectbase.Path
	// Bare asks for positions only, without lines and notes.
	Bare bool
	// Pending are files that differ from the index. They are searched as plain
	// text: all their matches have the type code, and Types does not drop them.
	Pending []projectbase.Path
	// Gone are the files of Pending that are no longer indexed, sorted. They are
	// skipped.
	Gone []projectbase.Path
	// NoStrings is set if the project does not index strings.
	NoStrings bool
}

// Match is a term on a line with one line type.
type Match struct {
	File       projectbase.Path `json:"file"`
	LineNumber uint32           `json:"line_number"`
	LineType   string           `json:"line_type"`
	Term       string           `json:"term"`
	Definition bool             `json:"definition"`
	Text       string           `json:"text"`              // see query.Shown; "" if the file could not be read, or for Bare
	Pending    bool             `json:"pending,omitempty"` // found in the text of a pending file
	Project    string           `json:"project,omitempty"` // in an answer about several projects

	rank uint8
}

// Result answers a Query.
type Result struct {
	Matches    []Match
	Total      int                // number of matches, without the limit
	Files      int                // files with a match
	Unreadable []projectbase.Path // unreadable files and directories, which may have more matches; sorted
	Hints      []projectbase.Hint // reasons for an empty answer, and gaps
}

const (
	maxTerm = 1000 // bytes of a term or regular expression
)

// Check returns an error that wraps projectbase.ErrUsage if the query is
// invalid.
func (s *Query) Check() error {
	switch {
	case s.Term == "":
		return query.UsageError("the term is empty; give an identifier or word")
	case len(s.Term) > maxTerm:
		return query.UsageError("the term has %d bytes; the limit is %d", len(s.Term), maxTerm)
	case !utf8.ValidString(s.Term):
		return query.UsageError("the term %q is not valid UTF-8", s.Term)
	case s.Mode != "" && !slices.Contains(Modes(), string(s.Mode)):
		return query.UsageError("unknown mode %q; use one of %s", s.Mode, strings.Join(Modes(), ", "))
	case s.Limit < 0:
		return query.UsageError("limit %d is negative; 0 means no limit", s.Limit)
	}
	if s.Mode == ModeRegex {
		if _, err := compileTerm(s.Term, s.CaseSensitive); err != nil {
			return err
		}
	}
	_, err := query.NewGlob(s.Files)
	return err
}
