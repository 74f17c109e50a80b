package speed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/store/read"
)

// named is a symbol with its argument for a question.
type named struct {
	name string
	file projectbase.Path
}

// callables selects symbols: half from all callables, half from those that other files
// use. The selection is the same for the same tree.
func (b *Bench) callables(ctx context.Context) (list []named, symbols int, err error) {
	base, err := read.Open(ctx, b.project().Base)
	if err != nil {
		return nil, 0, err
	}
	defer base.Close()
	var all, used []named
	err = base.View(ctx, func(s *read.Snapshot) error {
		files, err := s.Files()
		if err != nil {
			return err
		}
		for _, f := range files {
			list, err := s.Symbols(f.ID)
			if err != nil {
				return err
			}
			slots, err := s.Slots(f.ID)
			if err != nil {
				return err
			}
			symbols += len(list)
			for i := range list {
				if k := list[i].Kind; k != projectbase.KindFunction && k != projectbase.KindMethod {
					continue
				}
				slot := uint32(i)
				if slots != nil {
					slot = slots[i]
				}
				n := named{list[i].Name, f.Path}
				if list[i].Owner != "" {
					n.name = list[i].Owner + "." + n.name
				}
				all = append(all, n)
				users, err := s.Users(projectbase.Target{File: uint32(f.ID), Slot: slot})
				if err != nil {
					return err
				}
				if len(users) > 1 {
					used = append(used, n)
				}
			}
		}
		return nil
	})
	if err != nil || len(used) == 0 {
		return nil, 0, errors.Join(err, errors.New("no callable of the tree is used"))
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range questionsAsked / 2 {
		list = append(list, all[r.IntN(len(all))], used[r.IntN(len(used))])
	}
	return list, symbols, nil
}

// graph measures callers and callees over an open index.
func (b *Bench) graph(ctx context.Context) error {
	list, symbols, err := b.callables(ctx)
	if err != nil {
		return err
	}
	base, err := query.Open(ctx, b.project().Base, b.Root, all.Set())
	if err != nil {
		return err
	}
	defer base.Close()
	for _, q := range []struct {
		what   string
		target float64
		walk   graph.Walk
	}{
		{"callers", 2, graph.Walk{Calls: true, Depth: 1, Limit: 100}},
		{"callees", 2, graph.Walk{Calls: true, Down: true, Depth: 1, Limit: 100}},
		{"impact, 3 steps", 20, graph.Walk{Depth: 3, Limit: 100}},
	} {
		if err := b.walk(ctx, q.what, q.target, q.walk, base, list, symbols); err != nil {
			return err
		}
	}
	return nil
}

// walk measures one kind of question: the p95 over all symbols in each run.
func (b *Bench) walk(ctx context.Context, what string, target float64, w graph.Walk, base *query.Index, list []named, symbols int) error {
	var p95, p50 []float64
	matches := 0
	for run := range b.Runs + 1 {
		took := make([]float64, 0, len(list))
		matches = 0
		for _, n := range list {
			w.Symbol, w.File = n.name, n.file
			from := time.Now()
			found, err := walkOnce(ctx, base, w)
			if err != nil {
				return fmt.Errorf("%s of %s: %w", what, n.name, err)
			}
			took = append(took, time.Since(from).Seconds()*1000)
			matches += found
		}
		if run == 0 {
			continue // warms up the caches
		}
		slices.Sort(took)
		p95, p50 = append(p95, report.Quantile(took, 0.95)), append(p50, report.Quantile(took, 0.5))
	}
	b.Report.Add(what+", p95", "ms", target, p95, "warm; p50 %.2f ms; %d callables, half of them used by other files, %.1f matches each; %d symbols",
		report.Median(p50), len(list), float64(matches)/float64(len(list)), symbols)
	return nil
}

// walkOnce walks over one project and returns the number of matches.
func walkOnce(ctx context.Context, base *query.Index, w graph.Walk) (int, error) {
	k := graph.NewWalker(w, nil)
	k.Alone = true
	if _, _, err := k.Start(ctx, base); err != nil {
		return 0, err
	}
	matches := 0
	for depth := 1; k.Waiting(); depth++ {
		s, err := k.Step(ctx, base, depth, nil, nil)
		if err != nil || depth > w.Depth {
			return matches, err
		}
		matches += len(s.Matches)
	}
	return matches, nil
}
