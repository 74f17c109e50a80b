package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/querytest"

	"github.com/google/go-cmp/cmp"
)

// patience is a context that ends after a number of checks.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// manyWords returns n different words that are sorted, each twice.
func manyWords(n int, end string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "word%06d word%06d%s", i, i, end)
	}
	return b.String()
}

func TestPlainSearchKeepsTheLimitOnly(t *testing.T) {
	const n = 30000
	for name, text := range map[string]string{"one line": manyWords(n, " "), "many lines": manyWords(n, "\n")} {
		t.Run(name, func(t *testing.T) {
			s, err := newPlainSearch(&Query{Term: "word", Mode: ModeContains, Limit: 3})
			querytest.Must(t, err)
			found := &plainFound{}
			for _, p := range []projectbase.Path{"a", "b"} {
				querytest.Must(t, s.file(context.Background(), found, p, []byte(text)))
			}
			if found.total != 2*n || found.files != 2 || len(found.matches) != 3 {
				t.Fatalf("total %d in %d files, %d kept", found.total, found.files, len(found.matches))
			}
			if limit := 4 + 3; cap(found.matches) > limit {
				t.Errorf("room for %d matches, want at most %d", cap(found.matches), limit)
			}
			for i, m := range found.matches {
				if want := fmt.Sprintf("word%06d", i); m.Term != want || m.File != "a" {
					t.Errorf("match %d is %s in %s, want %s in a", i, m.Term, m.File, want)
				}
			}
		})
	}
}

func TestPlainSearchShowsALineOnce(t *testing.T) {
	s, err := newPlainSearch(&Query{Term: "word", Mode: ModeStartsWith})
	querytest.Must(t, err)
	found := &plainFound{}
	querytest.Must(t, s.file(context.Background(), found, "a", []byte(manyWords(1000, " "))))
	if len(found.matches) != 1000 {
		t.Fatalf("%d matches", len(found.matches))
	}
	for _, m := range found.matches {
		if unsafe.StringData(m.Text) != unsafe.StringData(found.matches[0].Text) || len(m.Text) > 4*query.MaxText {
			t.Fatalf("%s has a separate copy of the text, of %d bytes", m.Term, len(m.Text))
		}
	}
}

func TestPlainSearchEndsWithItsContext(t *testing.T) {
	for name, text := range map[string]string{"one line": manyWords(30000, " "), "many lines": manyWords(30000, "\n")} {
		for _, term := range []string{"word", "d0 w"} {
			if name == "one line" && term == "d0 w" {
				continue // one line is one comparison
			}
			s, err := newPlainSearch(&Query{Term: term, Mode: ModeContains})
			querytest.Must(t, err)
			if err := s.file(&patience{context.Background(), 2}, &plainFound{}, "a", []byte(text)); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %q: %v, want a cancelled search", name, term, err)
			}
		}
	}
}

func TestFillReadsEachFileAndLineOnce(t *testing.T) {
	base := querytest.MustIndex(t, nil)
	dir := base.Root()
	for _, name := range []string{"a", "b"} {
		querytest.Must(t, os.WriteFile(filepath.Join(dir, name), []byte("first "+name+"\n"+manyWords(10000, " ")+"\nlast "+name), 0o600))
	}
	long := query.Shown(manyWords(100, " "), query.MaxText)
	const n = 2000
	matches := make([]Match, 6*n)
	pointers := make([]*Match, len(matches))
	for i := range matches {
		matches[i].File = projectbase.Path([]string{"b", "a"}[i%2])
		matches[i].LineNumber = uint32(3 - i/2%3)
		pointers[i] = &matches[i]
	}
	allocated := testing.AllocsPerRun(1, func() {
		for i := range matches {
			matches[i].Text = ""
		}
		unreadable, err := Fill(context.Background(), base, pointers)
		querytest.Must(t, err)
		if len(unreadable) != 0 {
			t.Errorf("unreadable: %v", unreadable)
		}
	})
	if allocated > n/10 {
		t.Errorf("%v allocations for %d matches", allocated, len(matches))
	}
	for _, m := range matches {
		want := []string{"first " + string(m.File), long, "last " + string(m.File)}[m.LineNumber-1]
		if m.Text != want {
			t.Fatalf("%s:%d is %q, want %q", m.File, m.LineNumber, m.Text, want)
		}
	}
}

func TestFillEndsWithItsContext(t *testing.T) {
	base := querytest.MustIndex(t, nil)
	querytest.Must(t, os.WriteFile(filepath.Join(base.Root(), "a"), []byte("one\n"), 0o600))
	pointers := make([]*Match, 5*checkEvery)
	for i := range pointers {
		pointers[i] = &Match{File: "a", LineNumber: 1}
	}
	if _, err := Fill(&patience{context.Background(), 2}, base, pointers); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want a cancelled fill", err)
	}
}

func TestShownLooksAtABoundedPart(t *testing.T) {
	hiddenText := strings.Repeat("\u200f", query.MaxText*query.MaxShownBytes)
	got := []string{query.Shown("a"+hiddenText+"b", query.MaxText), query.Shown("a"+hiddenText+"b", 0), query.Shown("a"+strings.Repeat("é", 1<<20), 3),
		query.Shown("a"+strings.Repeat(" ", 1<<20), query.MaxText)}
	if d := cmp.Diff([]string{"a…", "ab", "aé…", "a"}, got); d != "" {
		t.Errorf("shown (-want +got):\n%s", d)
	}
}
