package speed

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// mix is the terms of the queries: a third rare, a third typical (weighted by frequency),
// the most common ones, and some that do not occur. It is the same for the same tree.
type mix struct {
	terms []string
	items int
}

const questionsAsked = 600

func (b *Bench) mix(ctx context.Context) (mix, error) {
	base, err := read.Open(ctx, b.project().Base)
	if err != nil {
		return mix{}, err
	}
	defer base.Close()
	var items []store.Item
	err = base.View(ctx, func(s *read.Snapshot) error {
		items, err = s.ItemsPrefix("", false)
		return err
	})
	if err != nil || len(items) == 0 {
		return mix{}, fmt.Errorf("no terms in the index: %w", err)
	}
	slices.SortFunc(items, func(x, y store.Item) int {
		if x.Occurrences != y.Occurrences {
			return int(x.Occurrences) - int(y.Occurrences)
		}
		return strings.Compare(x.Term, y.Term)
	})
	sums := make([]uint64, len(items))
	var sum uint64
	for i, item := range items {
		sum += uint64(item.Occurrences)
		sums[i] = sum
	}
	r := rand.New(rand.NewPCG(1, 2))
	m := mix{items: len(items)}
	for i := range questionsAsked {
		switch i % 6 {
		case 0, 1:
			m.terms = append(m.terms, items[r.IntN(len(items)/2+1)].Term)
		case 2, 3:
			at, _ := slices.BinarySearch(sums, r.Uint64N(sum))
			m.terms = append(m.terms, items[min(at, len(items)-1)].Term)
		case 4:
			m.terms = append(m.terms, items[len(items)-1-r.IntN(min(20, len(items)))].Term)
		default:
			m.terms = append(m.terms, fmt.Sprintf("nowhere%d", i))
		}
	}
	return m, nil
}

// questions measures queries of an open, up-to-date index, as in a running server.
func (b *Bench) questions(ctx context.Context) error {
	m, err := b.mix(ctx)
	if err != nil {
		return err
	}
	base, err := query.Open(ctx, b.project().Base, b.Root, all.Set())
	if err != nil {
		return err
	}
	defer base.Close()
	about := fmt.Sprintf("%d terms: rare 1/3, by frequency 1/3, the 20 most common 1/6, not found 1/6; %d items", len(m.terms), m.items)
	for _, q := range []struct {
		what   string
		target float64
		base   *query.Index
		ask    func(term string) search.Query
	}{
		{"exact, without lines", 1, base, func(t string) search.Query { return search.Query{Term: t, Limit: 100, Bare: true} }},
		{"exact, with lines", 3, base, func(t string) search.Query { return search.Query{Term: t, Limit: 100} }},
		{"contains", 5, base, func(t string) search.Query {
			return search.Query{Term: middle(t), Mode: search.ModeContains, Limit: 100, Bare: true}
		}},
		{"prefix", 5, base, func(t string) search.Query {
			return search.Query{Term: first(t, 4), Mode: search.ModeStartsWith, Limit: 100, Bare: true}
		}},
		{"regex with a literal", 5, base, func(t string) search.Query {
			return search.Query{Term: "^[a-z]*" + middle(t) + "[a-z]*$", Mode: search.ModeRegex, Limit: 100, Bare: true}
		}},
	} {
		if err := b.ask(ctx, q.what, q.target, about, q.base, m, q.ask); err != nil {
			return err
		}
	}
	return nil
}

// ask measures one kind of query: the p95 over all terms in each run.
func (b *Bench) ask(ctx context.Context, what string, target float64, about string, base *query.Index, m mix, question func(string) search.Query) error {
	var p95, p50 []float64
	for run := range b.Runs + 1 {
		took := make([]float64, 0, len(m.terms))
		for _, term := range m.terms {
			q := question(term)
			from := time.Now()
			if _, err := search.Run(ctx, base, q); err != nil {
				return fmt.Errorf("ask for %q: %w", q.Term, err)
			}
			took = append(took, time.Since(from).Seconds()*1000)
		}
		if run == 0 {
			continue // warms up the caches
		}
		slices.Sort(took)
		p95, p50 = append(p95, report.Quantile(took, 0.95)), append(p50, report.Quantile(took, 0.5))
	}
	b.Report.Add(what+", p95", "ms", target, p95, "warm; p50 %.2f ms; %s", report.Median(p50), about)
	return nil
}

// middle returns three to six letters from inside a term.
func middle(term string) string {
	letters := word(term)
	if len(letters) <= 4 {
		return letters
	}
	return first(letters[1:], 6)
}

// first returns at most n leading letters of a term.
func first(term string, n int) string {
	letters := word(term)
	return letters[:min(n, len(letters))]
}

// word removes characters with a meaning in regular expressions and characters outside of
// ASCII, so that any part of the term is a valid pattern.
func word(term string) string {
	w := strings.Map(func(r rune) rune {
		if r < 0x80 && (r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') {
			return r
		}
		return -1
	}, term)
	if len(w) < 3 {
		return "nowhere"
	}
	return w
}

// commandLine measures a query on the command line: start of the process, freshness
// check, answer.
func (b *Bench) commandLine(ctx context.Context) error {
	m, err := b.mix(ctx)
	if err != nil {
		return err
	}
	var took []float64
	for i := range 10*b.Runs + 1 {
		c, err := process.Execute(ctx, b.Program, "-C", b.Root, "query", "--", m.terms[i%len(m.terms)])
		if err != nil {
			return err
		}
		if i > 0 {
			took = append(took, c.Wall.Seconds()*1000)
		}
	}
	b.Report.Add("command line", "ms", 30, took, "start of the process to the answer of a query, sweep of %d files included; the target is for 2,500", len(b.Files))
	return nil
}
