package cli

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"codegraph/cmd/internal/config"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/worker"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// answerBudget is the longest time an answer waits for changed files to be indexed.
// The remaining files are searched as plain text.
const answerBudget = 2 * time.Second

// writerWait is how long to wait for another process that writes the index.
const writerWait = 5 * time.Second

// app is one run of the program: its global flags, and the parts that they configure.
type app struct {
	stdout, stderr io.Writer

	dir     string // -C
	catalog string
	json    bool
	color   string
	quiet   bool
	verbose bool

	pool     *worker.Pool // set by workspace
	bases    *federation.Pool
	catalogs *opener // set by workspace
	warned   bool    // of removed settings
}

// config merges flags, environment and file.
func (a *app) config(cmd *cobra.Command) (*config.Config, error) {
	given := map[string]string{}
	for _, name := range []string{"catalog", "color", "tools"} {
		if f := cmd.Flag(name); f != nil && f.Changed {
			given[name] = f.Value.String()
		}
	}
	c, err := config.Load(config.Input{Flags: given, LookupEnv: os.LookupEnv, File: config.DefaultFile()})
	if err != nil {
		return nil, usagef("%v", err)
	}
	if !a.warned && !a.quiet && !a.json {
		a.warned = true
		for _, w := range c.Warnings {
			fmt.Fprintf(a.stderr, "warning: %s\n", query.Shown(w, 0))
		}
	}
	return c, nil
}

// workspace connects the parts of the program for one command.
func (a *app) workspace(cmd *cobra.Command) (*workspace.Workspace, error) {
	c, err := a.config(cmd)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		return nil, err
	}
	at := settings.Locations{DirName: c.Dir, Bases: c.Bases}
	if err := at.Check(); err != nil {
		return nil, err
	}
	set := all.Set()
	if a.pool, err = worker.NewPool(worker.Options{Engine: worker.Extraction(set)}); err != nil {
		return nil, err
	}
	x := &index.Indexer{Languages: set, Parsers: a.pool}
	wait := index.Wait{Limit: writerWait, OnWait: a.waiting}
	return &workspace.Workspace{Dir: dir, Locations: at, Indexer: x, Keeper: &fresh.Keeper{Indexer: x},
		CatalogAccess: a.catalogAccess(c), Budget: answerBudget, Wait: wait}, nil
}

// logger writes messages of the configured level and above to standard error;
// with -v, at least those of level info.
func (a *app) logger(c *config.Config) *slog.Logger {
	level := slog.LevelWarn
	// The configuration was checked: the level is one of slog's.
	_ = level.UnmarshalText([]byte(c.LogLevel))
	if a.verbose && level > slog.LevelInfo {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(a.stderr, &slog.HandlerOptions{Level: level}))
}

func (a *app) close() {
	a.closeCatalog()
	if a.pool != nil {
		a.pool.Close()
	}
}

// colored reports whether text on stdout is coloured.
func (a *app) colored(c *config.Config) bool {
	return c.Color == "always" || c.Color == "auto" && isTerminal(a.stdout)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
