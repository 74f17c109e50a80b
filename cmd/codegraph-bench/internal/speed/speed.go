// Package speed measures indexing, updates and queries beside bare parsing.
package speed

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/cmd/codegraph-bench/internal/report"
)

func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("codegraph-bench", flag.ExitOnError)
	runs := flags.Int("runs", 3, "how often each figure is measured")
	asJSON := flags.Bool("json", false, "print one JSON document instead of a table")
	program := flags.String("codegraph", "", "the codegraph `program` to measure")
	projects := flags.Int("projects", 0, "also ask this many generated projects at once, and a tenth and a hundredth of them")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 && *projects == 0 || *runs < 1 || *projects != 0 && *projects < 3 {
		return fmt.Errorf("name directories with sources, such as $(go env GOROOT)/src/cmd")
	}
	scratch, err := os.MkdirTemp("", "codegraph-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if *program == "" && flags.NArg() > 0 {
		if *program, err = process.BuildProgram(ctx, scratch); err != nil {
			return err
		}
	}
	var reports []*report.Results
	for i, dir := range flags.Args() {
		b := &Bench{Program: *program, Runs: *runs, source: dir, Root: filepath.Join(scratch, fmt.Sprint("tree", i))}
		r, err := b.measure(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		reports = append(reports, r)
		if !*asJSON {
			r.Print(os.Stdout)
		}
		os.RemoveAll(b.Root)
	}
	for _, n := range []int{*projects / 100, *projects / 10, *projects} {
		if n < 3 {
			continue
		}
		r, err := measureProjects(ctx, scratch, n, *runs)
		if err != nil {
			return fmt.Errorf("%d projects: %w", n, err)
		}
		reports = append(reports, r)
		if !*asJSON {
			r.Print(os.Stdout)
		}
	}
	if *asJSON {
		return report.WriteJSON(os.Stdout, reports)
	}
	return nil
}
