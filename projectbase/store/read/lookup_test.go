package read_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"

	"github.com/google/go-cmp/cmp"
)

// lookupBase returns an index of one file with the given terms.
func lookupBase(t *testing.T, words []string) *read.Index {
	t.Helper()
	terms := &projectbase.Terms{}
	f := &projectbase.Facts{Terms: terms, Lines: 9}
	for i, w := range words {
		var keys projectbase.LineKeys
		prev := projectbase.LineKey(0)
		for l := range 1 + i%3 {
			k := projectbase.NewLineKey(uint32(l+1), projectbase.LineCode, false)
			keys = projectbase.AppendLineKey(keys, prev, k)
			prev = k
		}
		f.Postings = append(f.Postings, projectbase.Posting{Term: terms.ID([]byte(w)), Keys: keys})
	}
	dir := t.TempDir()
	storetest.MustBuild(t, dir, map[projectbase.Path]storetest.Source{"a.go": {Meta: store.FileMeta{Path: "a.go"}, Facts: f}})
	b, err := read.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// manyWords returns enough words for several blocks of the dictionary.
func manyWords() []string {
	words := storetest.NewWorld(1).Words
	for _, a := range []string{"get", "Set", "NEW", "é", "load_", "$x", "Straße", "STRASSE", "100%"} {
		for _, b := range []string{"Node", "reader", "Σ", "k", "\u212a", "s", "ſ", "_", "%"} {
			for i := range 70 {
				words = append(words, a+strings.Repeat(b, 1+i%5)+string(rune('a'+i%26))+strings.Repeat("x", i/10))
			}
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// TestLookups compares each kind of search with a loop over all terms.
func TestLookups(t *testing.T) {
	words := manyWords()
	base := lookupBase(t, words)
	fold := func(s string) string { return projectbase.Fold(s) }
	queries := []string{"", "k", "\u212a", "getnode", "GETNODE", "getNodea", "setk", "%", "_", "a_%4d", "'", "\n", "ſ", "S", "straße", "Σ", "σ", "ς",
		"zzzz", "W0", "w0", "word1name", "long", "\x00", "\xff", "$x", "l", "~", "\U0010ffff"}
	for _, warm := range []bool{false, true} { // the second time the dictionary is cached
		for _, q := range queries {
			for _, exactCase := range []bool{false, true} {
				for kind, fits := range map[string]func(term, q string) bool{
					"exact": func(term, q string) bool { return term == q }, "prefix": strings.HasPrefix, "contains": strings.Contains} {
					var want []string
					for _, w := range words {
						if exactCase && fits(w, q) || !exactCase && fits(fold(w), fold(q)) {
							want = append(want, w)
						}
					}
					got := mustLookup(t, base, kind, q, exactCase)
					slices.Sort(got)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Fatalf("%s %q, case %v, warm %v (-want +got):\n%s", kind, q, exactCase, warm, diff)
					}
				}
			}
		}
	}
}

func mustLookup(t *testing.T, base *read.Index, kind, q string, exactCase bool) []string {
	t.Helper()
	var terms []string
	err := base.View(context.Background(), func(s *read.Snapshot) error {
		ask := map[string]func(string, bool) ([]store.Item, error){"exact": s.ItemsExact, "prefix": s.ItemsPrefix, "contains": s.ItemsContaining}[kind]
		items, err := ask(q, exactCase)
		if err != nil {
			return err
		}
		seen := map[int]uint32{}
		err = s.Postings(items, func(i int, _ store.FileID, keys projectbase.LineKeys) error {
			seen[i] += uint32(keys.Len())
			return nil
		})
		for i, it := range items {
			terms = append(terms, it.Term)
			if it.Occurrences == 0 || seen[i] != it.Occurrences {
				t.Errorf("%q occurs %d times by its item, %d by its postings", it.Term, it.Occurrences, seen[i])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return terms
}

func TestItemsMatching(t *testing.T) {
	words := manyWords()
	base := lookupBase(t, words)
	exprs := []string{"getNode+a", "^get", "(?:Node){2}", "(get|Set)K", "reader(x)?$", "[kK]a$", "a.*x", "\u212a", "(?i)STRASSE", "", "^$", "n(od)e", "x{3,}", "node.?b|reader.?c", `\x{17f}`}
	for _, expr := range exprs {
		for _, exactCase := range []bool{false, true} {
			re := regexp.MustCompile(expr)
			judge := re
			if !exactCase {
				judge = regexp.MustCompile("(?i:" + expr + ")")
			}
			var want, got []string
			for _, w := range words {
				if judge.MatchString(w) {
					want = append(want, w)
				}
			}
			err := base.View(context.Background(), func(s *read.Snapshot) error {
				items, err := s.ItemsMatching(re, exactCase)
				for _, it := range items {
					got = append(got, it.Term)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q, case %v (-want +got):\n%s", expr, exactCase, diff)
			}
		}
	}
}
