package write_test

import (
	"context"
	"math/rand"
	"regexp"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/write"
)

// total counts the occurrences of items, as a query does.
func total(s *read.Snapshot, items []store.Item, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n := 0
	err = s.Postings(items, func(_ int, _ store.FileID, keys projectbase.LineKeys) error {
		n += keys.Len()
		return nil
	})
	return n, err
}

// BenchmarkQuery measures queries in a warm process over 170,000 items,
// including their postings. Budget: p95 1 ms for exact, 5 ms for the others.
// Half of the terms are from random symbols, half from random occurrences,
// which includes the most common terms.
func BenchmarkQuery(b *testing.B) {
	c, dir := bigBase(b)
	rng := rand.New(rand.NewSource(3))
	name := func() string {
		for {
			if f := c.facts[rng.Intn(len(c.facts))]; len(f.Symbols) > 0 {
				return f.Symbols[rng.Intn(len(f.Symbols))].Name
			}
		}
	}
	weighted := func() string {
		for {
			if f := c.facts[rng.Intn(len(c.facts))]; len(f.Postings) > 0 {
				return f.Terms.Text(f.Postings[rng.Intn(len(f.Postings))].Term)
			}
		}
	}
	piece := func() string {
		s := name()
		for len(s) < 3 {
			s = name()
		}
		n := min(3+rng.Intn(6), len(s))
		at := rng.Intn(len(s) - n + 1)
		return s[at : at+n]
	}
	kinds := []struct {
		name string
		ask  func(s *read.Snapshot) (int, error)
	}{
		{"exact", func(s *read.Snapshot) (int, error) {
			items, err := s.ItemsExact(name(), false)
			return total(s, items, err)
		}},
		{"common", func(s *read.Snapshot) (int, error) {
			items, err := s.ItemsExact(weighted(), false)
			return total(s, items, err)
		}},
		{"absent", func(s *read.Snapshot) (int, error) {
			items, err := s.ItemsExact(name()+"zzz", false)
			return total(s, items, err)
		}},
		{"prefix", func(s *read.Snapshot) (int, error) {
			t := name()
			items, err := s.ItemsPrefix(t[:min(5, len(t))], false)
			return total(s, items, err)
		}},
		{"contains", func(s *read.Snapshot) (int, error) {
			items, err := s.ItemsContaining(piece(), false)
			return total(s, items, err)
		}},
		{"regex", func(s *read.Snapshot) (int, error) {
			re := regexp.MustCompile("^[a-z]+" + regexp.QuoteMeta(piece()) + "[a-z]*")
			items, err := s.ItemsMatching(re, false)
			return total(s, items, err)
		}},
	}
	base, err := read.Open(context.Background(), dir)
	if err != nil {
		b.Fatal(err)
	}
	defer base.Close()
	for _, k := range kinds {
		b.Run(k.name, func(b *testing.B) {
			var times []time.Duration
			hits := 0
			for range b.N {
				start := time.Now()
				err := base.View(context.Background(), func(s *read.Snapshot) error {
					n, err := k.ask(s)
					hits += n
					return err
				})
				times = append(times, time.Since(start))
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(percentile(times, 50), "p50-ms")
			b.ReportMetric(percentile(times, 95), "p95-ms")
			b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
		})
	}
}

// BenchmarkCold opens an index, queries it and closes it, as a command does.
func BenchmarkCold(b *testing.B) {
	_, dir := bigBase(b)
	ask := map[string]func(*read.Snapshot) error{
		"exact": func(s *read.Snapshot) error {
			items, err := s.ItemsExact("getNode", false)
			_, err = total(s, items, err)
			return err
		},
		"contains": func(s *read.Snapshot) error {
			items, err := s.ItemsContaining("ssaOp", false)
			_, err = total(s, items, err)
			return err
		},
		"files": func(s *read.Snapshot) error { _, err := s.Files(); return err },
		"stats": func(s *read.Snapshot) error { _, err := s.Stats(); return err },
	}
	for name, fn := range ask {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				base, err := read.Open(context.Background(), dir)
				if err != nil {
					b.Fatal(err)
				}
				if err := base.View(context.Background(), fn); err != nil {
					b.Fatal(err)
				}
				if err := base.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkUpdate updates one of 2,000 files in an index of 170,000 items,
// after every key below a line has moved. Budget: 5 ms.
func BenchmarkUpdate(b *testing.B) {
	c, _ := bigBase(b)
	dir := b.TempDir()
	c.build(b, dir)
	w, err := write.OpenWriter(context.Background(), dir)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	rng := rand.New(rand.NewSource(5))
	var times []time.Duration
	items := 0
	b.ResetTimer()
	for range b.N {
		b.StopTimer()
		i := rng.Intn(len(c.facts))
		f := shifted(c.facts[i], rng)
		items += len(f.Postings)
		m := c.metas[i]
		rng.Read(m.Hash[:])
		b.StartTimer()
		start := time.Now()
		err := w.Update(context.Background(), func(tx *write.Tx) error {
			_, err := tx.Put(m, f)
			return err
		})
		times = append(times, time.Since(start))
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(percentile(times, 50), "p50-ms")
	b.ReportMetric(percentile(times, 95), "p95-ms")
	b.ReportMetric(float64(items)/float64(b.N), "items/op")
}

// shifted moves everything below a random line by one.
func shifted(f *projectbase.Facts, rng *rand.Rand) *projectbase.Facts {
	out := *f
	at := uint32(rng.Intn(600))
	out.Postings = nil
	for _, p := range f.Postings {
		var keys projectbase.LineKeys
		var k, prev projectbase.LineKey
		for rest, ok := p.Keys, true; ; {
			if k, rest, ok = rest.Next(k); !ok {
				break
			}
			moved := k
			if k.Line() > at {
				moved += 1 << 4
			}
			keys = projectbase.AppendLineKey(keys, prev, moved)
			prev = moved
		}
		out.Postings = append(out.Postings, projectbase.Posting{Term: p.Term, Keys: keys})
	}
	return &out
}
