package sqlstore

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

var syllables = strings.Fields("get set add new is has to from with by on in http file node list map user name type parse " +
	"index query token line value item count start end buffer stream error context handler client server request response " +
	"render layout engine player health vector matrix shader texture widget table column row cell style theme color")

// identifiers returns n folded names as programs have them.
func identifiers(r *rand.Rand, n int) []string {
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		for range 2 + r.IntN(3) {
			b.WriteString(syllables[r.IntN(len(syllables))])
		}
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "%d", r.IntN(1000))
		}
		out[i] = b.String()
	}
	return out
}

// benchStore returns a catalog with the filters of 1,000 projects of 20,000
// terms. Budget: a question for one term within a millisecond.
func benchStore(b *testing.B) (*Store, map[catalog.ProjectID]catalog.Stamp) {
	s := mustOpen(b, filepath.Join(b.TempDir(), "catalog.db"))
	r := rand.New(rand.NewPCG(1, 2))
	present := map[catalog.ProjectID]catalog.Stamp{}
	filters := make([]termfilter.Filter, 8) // to build them for all takes longer than the rest
	for i := range filters {
		terms := identifiers(r, 20000)
		if i == 0 {
			terms = append(terms, "quizzicalzebra")
		}
		filters[i] = filterOf(terms)
	}
	start := cpu(b)
	for i := range 1000 {
		id := catalog.ProjectID(fmt.Sprintf("0123456789abcdef%04d", i))
		p := catalog.Project{ID: id, Place: catalog.Place{Node: "here", Root: fmt.Sprintf("/src/%d", i)}, Name: string(id),
			State: catalog.StateIndexed, Languages: map[string]int{"go": 3, "c": 2}}
		if _, err := s.Enter(b.Context(), catalog.Entry{Project: p}); err != nil {
			b.Fatal(err)
		}
		f := filters[1+i%7]
		if i%400 == 0 {
			f = filters[0]
		}
		stamp := catalog.Stamp{Index: catalog.FileStamp{Size: int64(i + 1)}, Taken: int64(time.Hour)}
		if err := s.PutFilter(b.Context(), id, stamp, f); err != nil {
			b.Fatal(err)
		}
		present[id] = stamp
	}
	b.Logf("1,000 filters kept in %v of processor time", cpu(b)-start)
	return s, present
}

// cpu returns the processor time of the test: its cost on a
// machine that others use too.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkCandidates(b *testing.B) {
	s, present := benchStore(b)
	for _, q := range []struct {
		mode catalog.TermMode
		text string
		may  int
	}{
		{catalog.TermExact, "quizzicalzebra", 3},
		{catalog.TermExact, "nosuchterm", 0},
		{catalog.TermPrefix, "quizz", 3},
		{catalog.TermContains, "calzeb", 3},
		{catalog.TermContains, "playerhealth", 1000},
	} {
		b.Run(fmt.Sprintf("%s/%s", q.mode, q.text), func(b *testing.B) {
			var c catalog.Candidates
			start := cpu(b)
			for b.Loop() {
				var err error
				if c, err = s.Candidates(b.Context(), catalog.TermQuery{Mode: q.mode, Text: q.text, Present: present}); err != nil {
					b.Fatal(err)
				}
			}
			if len(c.May) < q.may || len(c.Unknown) > 0 {
				b.Fatalf("%d may, %d unknown", len(c.May), len(c.Unknown))
			}
			b.ReportMetric(float64(len(c.May)), "candidates")
			b.ReportMetric(float64(cpu(b)-start)/float64(b.N), "cpu-ns/op")
		})
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			s, err := Open(b.Context(), Options{Path: s.path})
			if err != nil {
				b.Fatal(err)
			}
			_, err = s.Candidates(b.Context(), catalog.TermQuery{Mode: catalog.TermExact, Text: "quizzicalzebra", Present: present})
			if err != nil {
				b.Fatal(err)
			}
			s.Close()
		}
	})
	b.Run("projects", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Projects(b.Context(), catalog.Query{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("enter-same", func(b *testing.B) {
		list, err := s.Projects(b.Context(), catalog.Query{})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if changed, err := s.Enter(b.Context(), catalog.Entry{Project: list[7]}); err != nil || changed {
				b.Fatal(changed, err)
			}
		}
	})
}
