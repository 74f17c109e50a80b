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
	if len(args) > 0 && forms[args[0]] != nil {
		work, args = forms[args[0]], args[1:]
	}
	if err := work(ctx, args); err != nil {
		fmt.Fprintln(os.Stderr, "codegraph-bench:", err)
		os.Exit(1)
	}
}

// forms are what is measured besides, by the first argument.
var forms = map[string]func(context.Context, []string) error{
	"edges": edges.Run, "tokens": tokens.Run, "servers": servers.Run, "clients": clients.Run, "languages": languages.Run,
}
