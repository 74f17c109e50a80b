// Package servers measures the delay from a save to the right answer, and the memory of idle servers.
package servers

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/cmd/codegraph-bench/internal/speed"
)

// bench measures running servers over generated projects: app with many files, its
// dependency lib, and many small ones.
type bench struct {
	program, scratch string
	files, saves     int
	projects         int
	idle             time.Duration
	env              []string
	report           *report.Results
}

// linkedFiles is the number of files of the dependency.
const linkedFiles = 1000

func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("codegraph-bench servers", flag.ExitOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), `codegraph-bench servers [-files N] [-saves N] [-projects N] [-idle D] [-json] [-codegraph FILE]

Starts "codegraph mcp" and "codegraph serve" over generated projects. Saves files in
a project and in its dependency, and queries until the answer contains the change.
Then measures the resident memory of idle servers, with their parser processes, after
questions about many projects.

`)
		flags.PrintDefaults()
	}
	b := &bench{report: &report.Results{}}
	flags.IntVar(&b.files, "files", 10000, "files of the project")
	flags.IntVar(&b.saves, "saves", 60, "saves of each kind; 0 measures memory only")
	flags.IntVar(&b.projects, "projects", 100, "projects that a server answers about before it is idle")
	flags.DurationVar(&b.idle, "idle", 75*time.Second, "idle time before memory is measured")
	flags.StringVar(&b.program, "codegraph", "", "the codegraph `program` to measure")
	asJSON := flags.Bool("json", false, "print one JSON document instead of a table")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || b.files < 10 || b.saves < 0 || b.projects < 1 {
		return fmt.Errorf("servers takes no arguments; -files must be 10 or more, -projects 1 or more")
	}
	var err error
	if b.scratch, err = os.MkdirTemp("", "codegraph-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.scratch)
	if b.program == "" {
		if b.program, err = process.BuildProgram(ctx, b.scratch); err != nil {
			return err
		}
	}
	b.env = append(os.Environ(), "CODEGRAPH_CATALOG="+filepath.Join(b.scratch, "catalog.db"), "XDG_CONFIG_HOME="+filepath.Join(b.scratch, "config"))
	if err := b.measure(ctx); err != nil {
		return err
	}
	return b.report.Write(os.Stdout, *asJSON)
}

func (b *bench) measure(ctx context.Context) error {
	if err := b.generate(ctx); err != nil {
		return err
	}
	for _, start := range []func(context.Context, string) (server, error){b.startMCP, b.startHTTP} {
		if err := b.saveAndAsk(ctx, start); err != nil {
			return err
		}
		if err := b.rest(ctx, start); err != nil {
			return err
		}
	}
	return nil
}

// generate writes and indexes the projects.
func (b *bench) generate(ctx context.Context) error {
	put := func(name, text string) error {
		b.report.Files++
		b.report.Bytes += int64(len(text))
		return speed.WriteFile(filepath.Join(b.scratch, "work", name), text)
	}
	texts := map[string]string{
		"app/go.mod": "module example.com/app\n\nrequire example.com/lib v1.0.0\n\nreplace example.com/lib => ../lib\n",
		"lib/go.mod": "module example.com/lib\n"}
	for i := range b.files {
		texts[fmt.Sprintf("app/pkg%d/file%d.go", i%100, i)] = speed.SourceOf(i)
	}
	for i := range linkedFiles {
		texts[fmt.Sprintf("lib/pkg%d/file%d.go", i%4, i)] = speed.SourceOf(i)
	}
	for p := range b.projects {
		for i := range speed.FileCount {
			texts[fmt.Sprintf("many/p%03d/pkg%d/file%d.go", p, i%4, i)] = speed.SourceOf(i)
		}
		texts[fmt.Sprintf("many/p%03d/go.mod", p)] = fmt.Sprintf("module example.com/p%03d\n", p)
	}
	for name, text := range texts {
		if err := put(name, text); err != nil {
			return err
		}
	}
	b.report.Directory = fmt.Sprintf("generated projects: app of %d files, lib of %d, %d of %d", b.files, linkedFiles, b.projects, speed.FileCount)
	_, err := b.execute(ctx, "scan", filepath.Join(b.scratch, "work"), "--index")
	return err
}

// server is a running server.
type server interface {
	// ask calls a tool and returns its answer as text.
	ask(tool string, arguments map[string]any) (string, error)
	pid() int
	Close()
}

// saveAndAsk measures the time from a save to an answer that shows it.
func (b *bench) saveAndAsk(ctx context.Context, start func(context.Context, string) (server, error)) error {
	if b.saves == 0 {
		return nil
	}
	s, err := start(ctx, filepath.Join(b.scratch, "work", "app"))
	if err != nil {
		return err
	}
	defer s.Close()
	for n, kind := range savings() {
		var took, cpu []float64
		for i := range b.saves + 1 {
			before := process.CPUOf(s.pid())
			d, err := b.saveOnce(ctx, s, kind, 1000*n+i)
			if err != nil {
				return fmt.Errorf("%s: %w", kind.what, err)
			}
			if i > 0 { // the first one opens the index
				took, cpu = append(took, d.Seconds()*1000), append(cpu, (process.CPUOf(s.pid())-before).Seconds()*1000)
			}
		}
		slices.Sort(took)
		b.report.Add(fmt.Sprintf("%s: save to %s, p95", name(s), kind.what), "ms", 150, []float64{report.Quantile(took, 0.95)},
			"median %.1f ms, greatest %.1f; CPU of the server a save, until its files were settled: median %.1f ms", report.Median(took), took[len(took)-1], report.Median(cpu))
	}
	return nil
}

// rest measures the memory of a server after questions about many projects.
func (b *bench) rest(ctx context.Context, start func(context.Context, string) (server, error)) error {
	s, err := start(ctx, filepath.Join(b.scratch, "work", "many", "p000"))
	if err != nil {
		return err
	}
	defer s.Close()
	for range 3 {
		if _, err := s.ask("query", map[string]any{"term": "Handle1Of1", "scope": "glob:p*"}); err != nil {
			return err
		}
	}
	busy := process.Resident(s.pid())
	timer := time.NewTimer(b.idle)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
	}
	b.report.Add(fmt.Sprintf("%s: idle, asked about %d projects", name(s), b.projects), "MB", 60, []float64{float64(process.Resident(s.pid())) / 1e6},
		"%.0f MB right after the questions; %d file handles, %d watches", float64(busy)/1e6, process.Handles(s.pid()), process.Watches(s.pid()))
	return nil
}
