package speed

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/cmd/codegraph-bench/internal/sourcetree"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/lang/python"
	"codegraph/projectbase/worker"
)

// project returns the copy of the tree with its index.
func (b *Bench) project() index.Project {
	return index.Project{Root: b.Root, Base: filepath.Join(b.Root, ".codegraph")}
}

// indexed is the cost of full indexes, one value for each run.
type indexed struct {
	Cpu, wall []float64 // ratios to bare parsing on one core
	peak      []float64 // MB
	size      []float64 // of the index, as a ratio to the sources

	Parsed, Spent []float64 // CPU of bare parsing and of the program, in seconds
}

// IndexCost indexes the tree from scratch, after bare parsing of the same files on one
// core.
func (b *Bench) IndexCost(ctx context.Context, flags ...string) (indexed, error) {
	var in indexed
	for range b.Runs {
		if err := os.RemoveAll(b.project().Base); err != nil {
			return in, err
		}
		from := time.Now()
		bareCPU := sourcetree.Seconds(func() { sourcetree.ParseAll(b.Files, false) })
		bareWall := time.Since(from)
		c, err := process.Execute(ctx, b.Program, append([]string{"-q", "init", b.Root, "--no-register"}, flags...)...)
		if err != nil {
			return in, err
		}
		info, err := os.Stat(filepath.Join(b.project().Base, "index.db"))
		if err != nil {
			return in, err
		}
		in.Cpu = append(in.Cpu, c.Cpu.Seconds()/bareCPU)
		in.Parsed = append(in.Parsed, bareCPU)
		in.Spent = append(in.Spent, c.Cpu.Seconds())
		in.wall = append(in.wall, c.Wall.Seconds()/bareWall.Seconds())
		in.peak = append(in.peak, float64(c.Peak)/1e6)
		in.size = append(in.size, float64(info.Size())/float64(b.Report.Bytes))
	}
	return in, nil
}

// fullIndex measures a full index.
func (b *Bench) fullIndex(ctx context.Context) error {
	in, err := b.IndexCost(ctx)
	if err != nil {
		return err
	}
	b.Report.Add("full index, CPU", "x", 2.3, in.Cpu, "all processes / bare parse of the same files (%.2f s)", report.Median(b.bare))
	b.Report.Add("full index, wall", "x", 1.3, in.wall, "on all cores / bare parse on one core")
	b.Report.Add("full index, memory", "MB", 350, in.peak, "resident, all processes together; the target is for 50 MB of source")
	b.Report.Add("index.db", "x", 1.5, in.size, "bytes / bytes of source")
	return nil
}

// warm returns the state of a running server: parsers and an indexer.
func (b *Bench) warm() (*fresh.Keeper, func() error, error) {
	set := all.Set()
	pool, err := worker.NewPool(worker.Options{Engine: worker.Extraction(set)})
	if err != nil {
		return nil, nil, err
	}
	return &fresh.Keeper{Indexer: &index.Indexer{Languages: set, Parsers: pool}}, pool.Close, nil
}

// unchanged measures the freshness check of an index whose files did not change.
func (b *Bench) unchanged(ctx context.Context) error {
	keeper, stop, err := b.warm()
	if err != nil {
		return err
	}
	defer stop()
	var ratios, sweeps []float64
	for i := range 10*b.Runs + 1 {
		from := time.Now()
		for _, f := range b.Files {
			if _, err := os.Lstat(filepath.Join(b.Root, string(f.Path))); err != nil {
				return err
			}
		}
		sweep := time.Since(from)
		from = time.Now()
		state, err := keeper.Ensure(ctx, b.project(), fresh.Options{Budget: time.Minute})
		took := time.Since(from)
		if err != nil || state.State != fresh.Fresh {
			return fmt.Errorf("check the index: state %q: %w", state.State, err)
		}
		if i == 0 {
			continue // the first check reads recently written files again
		}
		ratios = append(ratios, took.Seconds()/sweep.Seconds())
		sweeps = append(sweeps, sweep.Seconds()*1000)
	}
	b.Report.Add("nothing changed", "x", 2, ratios, "freshness check / one stat of each file on one core (%.1f ms)", report.Median(sweeps))
	return nil
}

// oneFile changes files of typical size one at a time, and updates the index in this
// process with warm parsers.
func (b *Bench) oneFile(ctx context.Context) error {
	keeper, stop, err := b.warm()
	if err != nil {
		return err
	}
	defer stop()
	var ratios, updates, bares []float64
	for i, f := range b.sample(20) {
		changed := append(bytes.Clone(f.Bytes), fmt.Sprintf("\n// changed %d\n", i)...)
		if f.Language.ID == python.Language.ID {
			changed = append(bytes.Clone(f.Bytes), fmt.Sprintf("\n# changed %d\n", i)...)
		}
		if err := os.WriteFile(filepath.Join(b.Root, string(f.Path)), changed, 0o666); err != nil {
			return err
		}
		bare := 1e9
		for range 3 {
			bare = min(bare, sourcetree.Seconds(func() {
				sourcetree.ParseAll([]sourcetree.File{{Path: f.Path, Language: f.Language, Bytes: changed}}, false)
			}))
		}
		from := time.Now()
		reports, err := keeper.Indexer.Update(ctx, b.project(), []index.Edit{{File: f.Path}}, index.UpdateOptions{})
		took := time.Since(from).Seconds()
		if err != nil || reports[0].Err != nil {
			return fmt.Errorf("update %s: %w", f.Path, cmp.Or(err, reports[0].Err))
		}
		if i < 2 {
			continue // the first updates start the parsers
		}
		ratios = append(ratios, took/(bare+0.005))
		updates, bares = append(updates, took*1000), append(bares, bare*1000)
	}
	b.Report.Add("one file changed", "x", 2, ratios, "update, warm (%.1f ms) / bare parse of the file (%.1f ms) plus 5 ms", report.Median(updates), report.Median(bares))
	return nil
}

// sample returns up to n files around the median size.
func (b *Bench) sample(n int) []sourcetree.File {
	bySize := slices.Clone(b.Files)
	slices.SortFunc(bySize, func(x, y sourcetree.File) int {
		return cmp.Or(cmp.Compare(len(x.Bytes), len(y.Bytes)), cmp.Compare(x.Path, y.Path))
	})
	n = min(n, len(bySize))
	from := (len(bySize) - n) / 2
	return bySize[from : from+n]
}
