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

// Mode is how a search's term is compared with the items.
type Mode string

// The modes of a search.
const (
	ModeExact      Mode = "exact"
	ModeContains   Mode = "contains"
	ModeStartsWith Mode = "starts_with"
	ModeRegex      Mode = "regex" // RE2, matched anywhere in an item
)

// Modes returns the names of all modes, the default first.
func Modes() []string {
	return []string{string(ModeExact), string(ModeContains), string(ModeStartsWith), string(ModeRegex)}
}

// Search asks where terms are.
type Query struct {
	Term          string // not empty
	Mode          Mode   // "" is ModeExact
	CaseSensitive bool
	Files         string                 // glob over whole relative paths; a plain directory means all below it; "" is all files
	Types         []projectbase.LineType // nil is all
	Since         time.Time              // only files modified at or after it; zero is all
	Limit         int                    // of the matches that are returned, not of the totals; 0 is none
	// Nested are directories that belong to other projects that are asked too:
	// what lies in them is left out.
	Nested []projectbase.Path
	// Bare asks for places only: no text of lines, no hint.
	Bare bool
	// Pending are files that differ from the base. They are searched as plain
	// text, and what the base knows of them is left out.
	Pending []projectbase.Path
	// Gone are those of Pending that are not indexed any more, sorted: they are
	// left out altogether.
	Gone []projectbase.Path
	// NoStrings says that the project leaves the words of strings out.
	NoStrings bool
}

// Match is a term on a line of a file in one role.
type Match struct {
	File       projectbase.Path `json:"file"`
	LineNumber uint32           `json:"line_number"`
	LineType   string           `json:"line_type"`
	Term       string           `json:"term"`
	Definition bool             `json:"definition"`
	Text       string           `json:"text"`              // see Shown; "" if the file could not be read or places only were asked for
	Pending    bool             `json:"pending,omitempty"` // found by reading the file, which the base does not know as it is
	Project    string           `json:"project,omitempty"` // set where several projects were asked

	rank uint8
}

// Found is the answer to a Search.
type Result struct {
	Matches    []Match
	Total      int                // matches, whatever the limit
	Files      int                // files with a match
	Unreadable []projectbase.Path // files and directories that could not be read and may hold more, sorted
	Hint       string             // explains what needs explaining; "" if nothing does
}

// limits of what is taken from outside.
const (
	maxTerm = 1000 // bytes of a term or regular expression
)

// Check returns an error that wraps projectbase.ErrUsage unless s can be asked.
func (s *Query) Check() error {
	switch {
	case s.Term == "":
		return query.UsageError("the term is empty; give a name or word to look for")
	case len(s.Term) > maxTerm:
		return query.UsageError("the term has %d bytes; %d are allowed", len(s.Term), maxTerm)
	case !utf8.ValidString(s.Term):
		return query.UsageError("the term %q is not UTF-8, as all names and words are", s.Term)
	case s.Mode != "" && !slices.Contains(Modes(), string(s.Mode)):
		return query.UsageError("unknown mode %q; known are %s", s.Mode, strings.Join(Modes(), ", "))
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
