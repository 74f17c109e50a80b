package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
)

// explain returns notes about an answer: the reasons for an empty one, and the
// files that were not searched.
func (f *finder) explain(found *Result) ([]projectbase.Hint, error) {
	if f.q.Bare {
		return nil, nil
	}
	var hints []projectbase.Hint
	hint := func(format string, args ...any) {
		hints = append(hints, projectbase.Hint{Text: fmt.Sprintf(format, args...)})
	}
	if n := len(f.q.Pending) - len(f.q.Gone); n > 0 {
		hint("searched as plain text, without line types and definitions: %s from the index", count(n, "file that differs", "files that differ"))
	}
	short := utf8.RuneCountInString(f.q.Term) < query.MinWord && (f.q.Mode == ModeExact || f.q.Mode == "")
	if short {
		hint("words of fewer than %d letters are not indexed in comments and strings", query.MinWord)
	}
	if f.q.NoStrings {
		hint("the configuration excludes string literals (index_strings)")
	}
	if found.Total > 0 {
		return hints, nil
	}
	why, err := f.explainNothing()
	for _, reason := range why {
		hint("%s", reason)
	}
	return hints, err
}

// explainNothing returns the reasons for an empty answer.
func (f *finder) explainNothing() ([]string, error) {
	var out []string
	if len(f.items) > 0 {
		all, err := f.unfiltered()
		if err != nil {
			return nil, err
		}
		if all.total > 0 {
			out = append(out, "without the filters: "+count(all.total, "match", "matches")+" in "+count(all.files, "file", "files"))
		}
	}
	if s, err := f.explainFiles(); err != nil {
		return nil, err
	} else if s != "" {
		out = append(out, s)
	}
	if len(f.items) > 0 {
		return out, nil
	}
	term, err := f.explainTerm()
	return append(out, term...), err
}

// explainTerm returns the reasons why no indexed term matches; at least one.
func (f *finder) explainTerm() ([]string, error) {
	nothing := "nothing in the index matches"
	if f.q.Mode == ModeRegex {
		return []string{nothing}, nil
	}
	var out []string
	if names := f.reservedIn(); len(names) > 0 {
		out = append(out, fmt.Sprintf("%q is a keyword of %s; keywords are not indexed", f.q.Term, strings.Join(names, ", ")))
	}
	if !strings.ContainsFunc(f.q.Term, func(r rune) bool { return r == '_' || unicode.IsLetter(r) }) {
		return append(out, "numbers and punctuation are not indexed; choose an identifier or word"), nil
	}
	if strings.ContainsFunc(f.q.Term, inNoItem) {
		return append(out, "query looks for one identifier or word; for several, use search"), nil
	}
	near, err := f.nearest()
	if err != nil {
		return nil, err
	}
	if len(near) > 0 {
		out = append(out, "nearest: "+strings.Join(near, ", "))
	}
	if len(out) == 0 {
		out = []string{nothing}
	}
	return out, nil
}

// reservedIn returns the names of the project's languages in which the term is a
// reserved word.
func (f *finder) reservedIn() []string {
	var names []string
	for _, l := range f.b.Languages().All() {
		if slices.Contains(l.Lex.Keywords, f.q.Term) && f.order.HasLanguage(l.ID) {
			names = append(names, l.Name)
		}
	}
	return names
}

// inNoItem reports whether no language has the character in a name or word.
func inNoItem(r rune) bool {
	return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("$@#!?-.:'\u200c\u200d", r)
}

// count returns n with the word for that many.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// unfiltered repeats the search without filters, for the totals.
func (f *finder) unfiltered() (*finder, error) {
	q := Query{Term: f.q.Term, Mode: f.q.Mode, CaseSensitive: f.q.CaseSensitive, Limit: 1, Pending: f.q.Pending}
	all := &finder{b: f.b, s: f.s, q: &q}
	if err := all.prepare(); err != nil {
		return nil, err
	}
	return all, f.s.Postings(all.items, all.posting)
}

// explainFiles says why requested files are not indexed.
func (f *finder) explainFiles() (string, error) {
	skipped, err := f.s.Skipped()
	if err != nil {
		return "", err
	}
	if !f.glob.All() {
		if slices.ContainsFunc(f.order.Files, func(x store.File) bool { return f.glob.Fits(x.Path) }) {
			return "", nil
		}
		for _, s := range skipped {
			if f.glob.Fits(s.Path) || s.Dir && strings.HasPrefix(f.glob.Pattern, string(s.Path)+"/") {
				return fmt.Sprintf("%s is not indexed: %s", query.Shown(string(s.Path), 0), s.Reason), nil
			}
		}
		return fmt.Sprintf("no indexed file matches %q", f.q.Files), nil
	}
	n, example := 0, store.Skipped{}
	for _, s := range skipped {
		switch s.Reason {
		case projectbase.SkipTooLarge, projectbase.SkipMinified, projectbase.SkipUnreadable, projectbase.SkipExcluded, projectbase.SkipNotIncluded:
			if n == 0 {
				example = s
			}
			n++
		}
	}
	if n == 0 {
		return "", nil
	}
	return fmt.Sprintf("not searched: %s, such as %s (%s)", count(n, "skipped path", "skipped paths"), query.Shown(string(example.Path), 0), example.Reason), nil
}

// maxNear bounds the suggested terms.
const maxNear = 5

// nearest returns similar terms: those within two edits, then those that
// contain the term. It compares terms with the same beginning, and if there are
// none, terms with the same second half. This takes one pass over the
// dictionary.
func (f *finder) nearest() ([]string, error) {
	term := projectbase.Fold(f.q.Term)
	runes := []rune(term)
	if len(runes) < 2 || len(runes) > 60 || !utf8.ValidString(term) {
		return nil, nil
	}
	half := max(len(runes)/2, min(3, len(runes)))
	items, err := f.s.ItemsPrefix(string(runes[:half]), false)
	if err != nil {
		return nil, err
	}
	list := f.near(items, term, len(runes))
	if len(list) == 0 {
		items, err := f.s.ItemsContaining(string(runes[len(runes)/2:]), false)
		if err != nil {
			return nil, err
		}
		list = f.near(items, term, len(runes))
	}
	slices.SortFunc(list, func(a, b near) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(b.Occurrences, a.Occurrences), cmp.Compare(a.Term, b.Term))
	})
	var out []string
	for _, x := range list[:min(len(list), maxNear)] {
		out = append(out, query.Shown(x.Term, 80))
	}
	return out, nil
}

type near struct {
	store.Item
	distance int
}

// near returns the terms that resemble a folded term of n characters.
func (f *finder) near(items []store.Item, term string, n int) []near {
	edits := 2
	if n < 6 {
		edits = 1
	}
	var list []near
	for _, it := range items {
		if it.Occurrences == 0 {
			continue
		}
		folded := projectbase.Fold(it.Term)
		d := distance(term, folded, edits)
		if d <= edits || strings.Contains(folded, term) {
			list = append(list, near{it, d})
		}
	}
	return list
}

// distance returns the number of edits between a and b, or most+1 if there are
// more than most. Swapping two neighbours is one edit.
func distance(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > most || len(y)-len(x) > most {
		return most + 1
	}
	before, row, next := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		next[0] = i + 1
		least := next[0]
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
			least = min(least, next[j+1])
		}
		if least > most {
			return most + 1
		}
		before, row, next = row, next, before
	}
	return min(row[len(y)], most+1)
}
