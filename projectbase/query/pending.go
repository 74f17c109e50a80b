package query

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// searchPending searches the files that differ from the base as plain text. It
// cannot tell definitions and line types, and gives all its matches as code.
func (f *finder) searchPending(ctx context.Context) (found []Match, unreadable []projectbase.Path, err error) {
	if len(f.q.Pending) == 0 {
		return nil, nil, nil
	}
	s, err := newPlainSearch(f.q)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range f.q.Pending {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if _, left := slices.BinarySearch(f.q.Gone, p); left {
			continue
		}
		if !p.Valid() || !f.glob.fits(p) || !f.q.Since.IsZero() && f.olderThanSince(p) {
			continue
		}
		text, err := f.sources.read(p)
		if err != nil {
			if !gone(err) {
				unreadable = append(unreadable, p)
			}
			continue
		}
		found = append(found, s.file(p, text)...)
	}
	return found, unreadable, nil
}

func (f *finder) olderThanSince(p projectbase.Path) bool {
	info, err := os.Lstat(filepath.Join(f.b.root, filepath.FromSlash(string(p))))
	return err == nil && info.ModTime().Before(f.q.Since)
}

// plainSearch looks for a term in plain text.
type plainSearch struct {
	q       *Search
	matches func(item string) bool
	fold    func(string) string
	term    string // folded
	words   bool   // the term is a word or a part of one
}

func newPlainSearch(q *Search) (*plainSearch, error) {
	m, err := q.matcher()
	if err != nil {
		return nil, err
	}
	s := &plainSearch{q: q, matches: m, fold: projectbase.Fold}
	if q.CaseSensitive {
		s.fold = func(x string) string { return x }
	}
	s.term = s.fold(q.Term)
	s.words = q.Mode == ModeRegex || strings.IndexFunc(q.Term, func(r rune) bool { return !isWord(r) }) < 0
	return s, nil
}

// file returns the matches in a text, by line, then in the order of the line.
func (s *plainSearch) file(p projectbase.Path, text []byte) []Match {
	var out []Match
	number := uint32(0)
	for line := range bytes.Lines(text) {
		number++
		if number > projectbase.MaxLine {
			break
		}
		l := strings.ToValidUTF8(string(line), "\uFFFD")
		// Two words of one spelling on one line are one match.
		first := len(out)
		add := func(term string) {
			for _, m := range out[first:] {
				if m.Term == term {
					return
				}
			}
			out = append(out, Match{File: p, LineNumber: number, LineType: projectbase.LineCode.String(), Term: Shown(term, 0),
				Text: Shown(l, maxText), Pending: true, rank: rankUse})
		}
		if s.words {
			words(l, func(w string) {
				if s.matches(w) {
					add(w)
				}
			})
		} else if s.holds(s.fold(l)) {
			add(s.q.Term)
		}
	}
	return out
}

// holds reports whether a folded line holds a term that is not one word.
func (s *plainSearch) holds(line string) bool {
	if s.q.Mode == ModeContains || s.q.Mode == ModeStartsWith {
		return strings.Contains(line, s.term)
	}
	return holdsWhole(line, s.term)
}
