package search

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/querytest"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"
)

// occurrence is a term on a line of a file of a test's project.
type occurrence struct {
	file string
	term string
	key  projectbase.LineKey
}

func occurrences(files map[string]querytest.File) []occurrence {
	var all []occurrence
	terms := &projectbase.Terms{}
	for name, f := range files {
		for _, p := range querytest.FactsOf(terms, f).Postings {
			for k, rest, ok := p.Keys.Next(0); ok; k, rest, ok = rest.Next(k) {
				all = append(all, occurrence{name, terms.Text(p.Term), k})
			}
		}
	}
	return all
}

// meant specifies the matching terms.
func meant(q *Query, term string) bool {
	want := q.Term
	if q.Mode == ModeRegex {
		if !q.CaseSensitive {
			want = "(?i)" + want
		}
		return regexp.MustCompile(want).MatchString(term)
	}
	if !q.CaseSensitive {
		want, term = string(projectbase.AppendFold(nil, want)), string(projectbase.AppendFold(nil, term))
	}
	switch q.Mode {
	case ModeContains:
		return strings.Contains(term, want)
	case ModeStartsWith:
		return strings.HasPrefix(term, want)
	}
	return term == want
}

// fitting specifies the matching files.
func fitting(pattern, file string) bool {
	pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
	if pattern == "" || pattern == "." || file == pattern || strings.HasPrefix(file, pattern+"/") {
		return true
	}
	ok, err := doublestar.Match(pattern, file)
	return ok && err == nil
}

// FuzzSearch compares each search with a pass over all occurrences, or expects
// a usage error.
func FuzzSearch(f *testing.F) {
	for mode := range uint8(4) {
		for _, term := range []string{"PlayerHealth", "play", "É", "ete_2", "100%", "_", "'; DROP TABLE item; --", "(?-i)p.*h$|\\Qa", "[[:upper:]]{2,}", "\x00", "\u212a", "\xc3"} {
			f.Add(term, mode, mode%2 == 0, "src/**", uint8(0), uint8(3), uint16(100))
			f.Add(term, mode, mode%2 != 0, "{a,gen}/[a-z]*", uint8(9), uint8(0), uint16(0))
		}
	}
	all := occurrences(querytest.Demo)
	b := querytest.MustIndex(f, querytest.Demo)
	f.Fuzz(func(t *testing.T, term string, mode uint8, sensitive bool, files string, types, limit uint8, since uint16) {
		q := Query{Term: term, Mode: Mode(Modes()[int(mode)%4]), CaseSensitive: sensitive, Files: files, Bare: true}
		for i := range projectbase.LineType(6) {
			if types&(1<<i) != 0 {
				q.Types = append(q.Types, i)
			}
		}
		if since > 0 {
			q.Since = time.Unix(int64(since), 0)
		}
		got, err := Run(t.Context(), b, q)
		if err != nil {
			if !errors.Is(err, projectbase.ErrUsage) {
				t.Fatal(err)
			}
			return
		}
		var want []string
		inFiles := map[string]bool{}
		for _, o := range all {
			if meant(&q, o.term) && fitting(files, o.file) && (len(q.Types) == 0 || slices.Contains(q.Types, o.key.Type())) && querytest.Demo[o.file].ModTime >= int64(since) {
				want = append(want, fmt.Sprintf("%s:%d %s %s %v", o.file, o.key.Line(), o.key.Type(), query.Shown(o.term, 0), o.key.Definition()))
				inFiles[o.file] = true
			}
		}
		var list []string
		for _, m := range got.Matches {
			list = append(list, fmt.Sprintf("%s:%d %s %s %v", m.File, m.LineNumber, m.LineType, m.Term, m.Definition))
		}
		slices.Sort(list)
		slices.Sort(want)
		if d := cmp.Diff(want, list); d != "" || got.Total != len(want) || got.Files != len(inFiles) {
			t.Fatalf("%+v: %d in %d files, want %d in %d\n%s", q, got.Total, got.Files, len(want), len(inFiles), d)
		}
		q.Limit = int(limit)
		some, err := Run(t.Context(), b, q)
		if err != nil {
			t.Fatal(err)
		}
		first := got.Matches
		if limit > 0 && len(first) > int(limit) {
			first = first[:limit]
		}
		if d := cmp.Diff(first, some.Matches, cmp.AllowUnexported(Match{})); d != "" || some.Total != got.Total || some.Files != got.Files {
			t.Fatalf("%+v: with a limit %d in %d files\n%s", q, some.Total, some.Files, d)
		}
	})
}
