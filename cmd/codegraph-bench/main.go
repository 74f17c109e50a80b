// Codegraph-bench measures this program on source trees that the user names. It prints
// each figure beside a baseline from the same run: bare tree-sitter parsing of the same
// files, one stat of each, a compiler, ctags or grep.
//
//	codegraph-bench [-runs N] [-json] [-codegraph FILE] [-projects N] DIR...
//	codegraph-bench edges -language go|typescript|python|java|rust|c|cpp [-misses N] DIR
//	codegraph-bench languages [-language ID] [-misses N] DIR...
//	codegraph-bench tokens [-markdown] PROJECT=DIR...
//	codegraph-bench servers [-files N] [-saves N] [-projects N] [-idle D]
//	codegraph-bench clients [-clients N] [-for D] URL or -repos DIR
//
// README.md describes the benchmarks and their results. It copies the indexed files of
// each tree to a scratch directory and never writes into the trees. Without -codegraph it
// builds the program from the module in the working directory.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"codegraph/cmd/codegraph-bench/internal/clients"
	"codegraph/cmd/codegraph-bench/internal/edges"
	"codegraph/cmd/codegraph-bench/internal/languages"
	"codegraph/cmd/codegraph-bench/internal/servers"
	"codegraph/cmd/codegraph-bench/internal/speed"
	"codegraph/cmd/codegraph-bench/internal/tokens"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/worker"
)

func main() {
	if worker.IsChild() {
		os.Exit(worker.Main(worker.Extraction(all.Set())))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	work, args := speed.Run, os.Args[1:]
	if len(args) > 0 && benchmarks[args[0]] != nil {
		work, args = benchmarks[args[0]], args[1:]
	}
	if err := work(ctx, args); err != nil {
		fmt.Fprintln(os.Stderr, "codegraph-bench:", err)
		os.Exit(1)
	}
}

// benchmarks are the subcommands. Without one, package speed runs.
var benchmarks = map[string]func(context.Context, []string) error{
	"edges": edges.Run, "tokens": tokens.Run, "servers": servers.Run, "clients": clients.Run, "languages": languages.Run,
}
