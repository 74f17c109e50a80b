package search

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// checkEvery is the number of lines, words or matches between two checks of the
// context.
const checkEvery = 4096

// plainFound holds the matches in pending files.
type plainFound struct {
	matches    []Match // the first of all, up to the limit of the search
	total      int
	files      int // number of files with a match
	unreadable []projectbase.Path
}

// searchPending searches pending files as plain text. Its matches have the line
// type code and are no definitions.
func (f *finder) searchPending(ctx context.Context) (*plainFound, error) {
	found := &plainFound{}
	if len(f.q.Pending) == 0 {
		return found, nil
	}
	s, err := newPlainSearch(f.q)
	if err != nil {
		return nil, err
	}
	// In answer order, matches after the limit need not be kept.
	for _, p := range sortedPaths(slices.Clone(f.q.Pending)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if _, left := slices.BinarySearch(f.q.Gone, p); left {
			continue
		}
		if !p.Valid() || !f.glob.Fits(p) || !f.q.Since.IsZero() && f.olderThanSince(p) {
			continue
		}
		text, err := f.sources.Read(p)
		if err != nil {
			if !gone(err) {
				found.unreadable = append(found.unreadable, p)
			}
			continue
		}
		if err := s.file(ctx, found, p, text); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (f *finder) olderThanSince(p projectbase.Path) bool {
	info, err := os.Lstat(filepath.Join(f.b.Root(), filepath.FromSlash(string(p))))
	return err == nil && info.ModTime().Before(f.q.Since)
}

// plainSearch searches plain text for a term.
type plainSearch struct {
	q       *Query
	matches func(item string) bool
	fold    func(string) string
	term    string   // folded
	words   bool     // the term is a word or part of a word
	found   []string // the last result of line
}

func newPlainSearch(q *Query) (*plainSearch, error) {
	m, err := q.matcher()
	if err != nil {
		return nil, err
	}
	s := &plainSearch{q: q, matches: m, fold: projectbase.Fold}
	if q.CaseSensitive {
		s.fold = func(x string) string { return x }
	}
	s.term = s.fold(q.Term)
	s.words = q.Mode == ModeRegex || strings.IndexFunc(q.Term, func(r rune) bool { return !query.IsWord(r) }) < 0
	return s, nil
}

// file adds the matches of a text to found, in the order of lines and terms.
// Its only error is that of the context.
func (s *plainSearch) file(ctx context.Context, found *plainFound, p projectbase.Path, text []byte) error {
	before := found.total
	number := uint32(0)
	for line := range bytes.Lines(text) {
		if number == projectbase.MaxLine {
			break
		}
		number++
		if number%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		l := strings.ToValidUTF8(string(line), "\uFFFD")
		terms, err := s.line(ctx, l)
		if err != nil {
			return err
		}
		found.total += len(terms)
		if s.q.Limit > 0 {
			terms = terms[:min(len(terms), s.q.Limit-len(found.matches))]
		}
		if len(terms) == 0 {
			continue
		}
		shown := strings.Clone(query.Shown(l, query.MaxText))
		for _, term := range terms {
			found.matches = append(found.matches, Match{File: p, LineNumber: number, LineType: projectbase.LineCode.String(),
				Term: strings.Clone(query.Shown(term, 0)), Text: shown, Pending: true, rank: rankUse})
		}
	}
	if found.total > before {
		found.files++
	}
	return nil
}

// line returns the matching words of a line, sorted, each once. The result is
// valid until the next call.
func (s *plainSearch) line(ctx context.Context, l string) (terms []string, err error) {
	s.found = s.found[:0]
	if !s.words {
		if s.holds(s.fold(l)) {
			s.found = append(s.found, s.q.Term)
		}
		return s.found, nil
	}
	n := 0
	query.Words(l, func(w string) bool {
		if n++; n%checkEvery == 0 {
			err = ctx.Err()
		}
		if err == nil && s.matches(w) {
			s.found = append(s.found, w)
		}
		return err == nil
	})
	slices.Sort(s.found)
	s.found = slices.Compact(s.found)
	return s.found, err
}

// holds reports whether a folded line contains a term of several words or
// special characters.
func (s *plainSearch) holds(line string) bool {
	if s.q.Mode == ModeContains || s.q.Mode == ModeStartsWith {
		return strings.Contains(line, s.term)
	}
	return holdsWhole(line, s.term)
}
