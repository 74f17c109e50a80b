// Package edges compares the edges of the symbol graph with the answers of compilers.
package edges

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"codegraph/cmd/codegraph-bench/internal/report"
	"codegraph/projectbase/lang/c"
	"codegraph/projectbase/lang/cpp"
	"codegraph/projectbase/lang/golang"
	"codegraph/projectbase/lang/java"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/python"
	"codegraph/projectbase/lang/rust"
	"codegraph/projectbase/lang/typescript"
)

const usage = `usage: codegraph-bench edges -language go|typescript|python|java|rust|c|cpp [flags] DIR
       codegraph-bench edges -sample N [-seed N] [flags] DIR

Compares the edges of the symbol graph of DIR with the answers of a compiler and
prints precision and recall for each kind of use. It indexes a copy of the tree in
a scratch directory.

`

// run is one comparison.
type run struct {
	dir      string // absolute
	language string
	truth    string // file with the compiler's answers, or ""
	export   string // file with an export; "" to index the tree
	asJSON   bool
	sample   int
	seed     uint64
	look     look
}

func Run(ctx context.Context, args []string) error {
	e := &run{}
	f := flag.NewFlagSet("edges", flag.ContinueOnError)
	f.Usage = func() {
		fmt.Fprint(f.Output(), usage)
		f.PrintDefaults()
	}
	f.StringVar(&e.language, "language", "", "the `language` to compare: go, typescript (and JavaScript), python, java, rust, c or cpp; with -sample any language, or none for all")
	f.StringVar(&e.truth, "truth", "", "`file` with the compiler's answers; written if missing")
	f.StringVar(&e.export, "export", "", "`file` with codegraph export --what files,edges, instead of an index of DIR")
	f.BoolVar(&e.asJSON, "json", false, "print one JSON document instead of tables")
	f.IntVar(&e.sample, "sample", 0, "print this many random edges with their source, to check by eye")
	f.Uint64Var(&e.seed, "seed", 1, "seed of the random choices")
	f.IntVar(&e.look.misses, "misses", 0, "print this many examples of each group of wrong and missing edges")
	f.StringVar(&e.look.kind, "kind", "", "the row of the examples and groups, or all (default call); with -sample the kind of reference (default all)")
	f.StringVar(&e.look.only, "only", "", "only examples whose group (tier: reason), name or file contains this `text`")
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if f.NArg() != 1 || e.language == "" && e.sample == 0 && e.truth == "" {
		f.Usage()
		return fmt.Errorf("name one directory and a language")
	}
	e.look.seed = e.seed
	var err error
	if e.dir, err = filepath.Abs(f.Arg(0)); err != nil {
		return err
	}
	if e.dir, err = filepath.EvalSymlinks(e.dir); err != nil {
		return err
	}
	return e.run(ctx)
}

func (e *run) run(ctx context.Context) error {
	begin := time.Now()
	ours, err := e.ours(ctx)
	if err != nil {
		return err
	}
	progress("%d of our %s in %d files (%.1f s)", len(ours.edges), ours.noun(), len(ours.files), time.Since(begin).Seconds())
	if e.sample > 0 {
		return e.printSample(os.Stdout, ours)
	}
	begin = time.Now()
	t, err := e.knowTruth(ctx)
	if err != nil {
		return err
	}
	progress("%d facts by %s, %d failures (%.1f s)", len(t.facts), t.By, t.Failures, time.Since(begin).Seconds())
	v := compare(ours, t)
	v.Directory = e.dir
	e.look.kind = cmp.Or(e.look.kind, "call")
	if e.asJSON {
		return report.WriteJSON(os.Stdout, v)
	}
	v.print(os.Stdout, newSources(e.dir), e.look)
	return nil
}

// progress reports the current step.
func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

// knowTruth reads the compiler's answers, or runs the compiler and stores them.
func (e *run) knowTruth(ctx context.Context) (*truth, error) {
	if e.truth != "" {
		t, err := readTruth(e.truth)
		if err == nil && e.language != "" && t.Language != e.language {
			return nil, fmt.Errorf("%s contains the answers for %s", e.truth, t.Language)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return t, err
		}
	}
	var t *truth
	var err error
	switch e.language {
	case golang.Language.ID:
		t, err = goTruth(ctx, e.dir)
	case typescript.Language.ID, javascript.Language.ID:
		t, err = typescriptTruth(ctx, e.dir)
	case python.Language.ID:
		t, err = pythonTruth(ctx, e.dir)
	case java.Language.ID:
		t, err = javaTruth(ctx, e.dir)
	case rust.Language.ID:
		t, err = rustTruth(ctx, e.dir)
	case c.Language.ID, cpp.Language.ID:
		t, err = cfamilyTruth(ctx, e.language, e.dir)
	default:
		return nil, fmt.Errorf("no compiler for language %q; choose go, typescript, python, java, rust, c or cpp", e.language)
	}
	if err != nil {
		return nil, fmt.Errorf("compile %s: %w", e.dir, err)
	}
	if e.truth != "" {
		return t, t.write(e.truth)
	}
	return t, nil
}
