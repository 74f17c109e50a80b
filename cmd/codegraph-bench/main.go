// Codegraph-bench measures this program on trees that the reader names, and
// prints each figure beside the floor that it is held against, measured in the
// same run: bare tree-sitter parsing of the same files, and a bare stat of them.
//
//	codegraph-bench [-runs N] [-json] [-codegraph FILE] [-projects N] DIR...
//	codegraph-bench edges -language go|typescript|python|c|cpp [-misses N] DIR
//	codegraph-bench tokens [-markdown] PROJECT=DIR...
//	codegraph-bench servers [-files N] [-saves N] [-projects N] [-idle D]
//	codegraph-bench clients [-clients N] [-for D] URL or -repos DIR
//	codegraph-bench languages [-language ID] [-misses N] DIR...
//
// The second form compares the edges of the symbol graph with what compilers
// know, the third what answers cost an assistant with what grep and reading do,
// the fourth measures running servers: how long after a file was saved they have
// it in an answer, and what they keep of memory when nobody asks; the fifth a
// service that many clients ask at once, one of which floods it; the sixth, a
// language at a time, what is found beside a plain scan for words and
// universal-ctags. "codegraph-bench edges -help" and its like say more.
//
// The indexed files of each tree are copied to a scratch directory first;
// nothing is written into the trees. Without -codegraph the program is built
// from the module in the working directory.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"

	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/worker"
)

func main() {
	if worker.IsChild() {
		os.Exit(worker.Main(worker.Extraction(all.Set())))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	work := run
	if len(os.Args) > 1 && forms[os.Args[1]] != nil {
		work = func(ctx context.Context) error { return forms[os.Args[1]](ctx, os.Args[2:]) }
	}
	if err := work(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "codegraph-bench:", err)
		os.Exit(1)
	}
}

// forms are what is measured besides, by the first argument.
var forms = map[string]func(context.Context, []string) error{
	"edges": runEdges, "tokens": runTokens, "servers": runServers, "clients": runClients, "languages": runLanguages,
}

func run(ctx context.Context) error {
	runs := flag.Int("runs", 3, "how often each figure is measured")
	asJSON := flag.Bool("json", false, "print one JSON document instead of a table")
	program := flag.String("codegraph", "", "the codegraph `program` to measure")
	projects := flag.Int("projects", 0, "also ask this many generated projects at once, and a tenth and a hundredth of them")
	flag.Parse()
	if flag.NArg() == 0 && *projects == 0 || *runs < 1 || *projects != 0 && *projects < 3 {
		return fmt.Errorf("name directories with sources, such as $(go env GOROOT)/src/cmd")
	}
	scratch, err := os.MkdirTemp("", "codegraph-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if *program == "" && flag.NArg() > 0 {
		if *program, err = buildProgram(ctx, scratch); err != nil {
			return err
		}
	}
	var reports []*results
	for i, dir := range flag.Args() {
		b := &bench{program: *program, runs: *runs, source: dir, root: filepath.Join(scratch, fmt.Sprint("tree", i))}
		r, err := b.measure(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", dir, err)
		}
		reports = append(reports, r)
		if !*asJSON {
			r.print(os.Stdout)
		}
		os.RemoveAll(b.root)
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
			r.print(os.Stdout)
		}
	}
	if *asJSON {
		return writeJSON(os.Stdout, reports)
	}
	return nil
}

// buildProgram builds the program to measure and returns its path.
func buildProgram(ctx context.Context, scratch string) (string, error) {
	program := filepath.Join(scratch, "codegraph")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "codegraph/cmd/codegraph")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build codegraph (run this in its module, or give -codegraph): %w\n%s", err, out)
	}
	return program, nil
}
