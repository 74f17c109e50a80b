// Package cli is the command line: the cobra commands and the wiring of the
// program. A command that does more than run its tool has its own file.
package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/worker"

	"github.com/spf13/cobra"
)

// Main is the whole program; it returns its exit status.
func Main() int {
	// A parser process is started for its pipe alone: nothing of the program
	// is set up in it.
	if worker.IsChild() {
		return worker.Main(worker.Extraction(all.Set()))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal ends the work in order, a second one ends the process.
	context.AfterFunc(ctx, stop)
	return run(ctx, os.Args[1:], os.Stdout, os.Stderr)
}

// run executes the command line args and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	a := &app{stdout: stdout, stderr: stderr}
	defer a.close()
	root := newRoot(a)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	var status exitStatus
	switch {
	case err == nil:
		return tool.ExitDone
	case errors.As(err, &status):
		return int(status)
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("interrupted: %w", context.Cause(ctx))
	}
	f := tool.FailureOf(err)
	// An invalid command line may end before the flag is parsed.
	if a.json || slices.Contains(beforeDashes(args), "--json") {
		printJSON(stderr, map[string]tool.Failure{"error": f})
	} else {
		fmt.Fprintf(stderr, "codegraph: %s\n", f.Message)
		if f.Hint != "" {
			fmt.Fprintf(stderr, "hint: %s\n", f.Hint)
		}
	}
	return f.Exit
}

func beforeDashes(args []string) []string {
	if i := slices.Index(args, "--"); i >= 0 {
		return args[:i]
	}
	return args
}

// exitStatus ends the program without a message.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// printJSON prints v as one document with a newline.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

func usagef(format string, args ...any) error {
	return fmt.Errorf("%w: %s", projectbase.ErrUsage, fmt.Sprintf(format, args...))
}

// noArgs refuses arguments, as wrong usage.
func noArgs(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("no argument is expected, but %q is given", args[0])
	}
	return nil
}
