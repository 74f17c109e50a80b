package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"

	"github.com/spf13/cobra"
)

// watchPoll is the interval between comparisons of files that the system cannot watch.
const watchPoll = 2 * time.Second

// newWatch returns the command that keeps an index up to date until it is interrupted.
func newWatch(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "watch", Short: "Keep the index up to date until interrupted", GroupID: tool.GroupBase, Args: noArgs,
		Long: `Keep the index up to date until interrupted

Queries do not need it: each query picks up changed files first, and servers watch
the projects that they answer for. Only one process can watch a project; if another
process does, this command fails as busy.`,
		Example: "  codegraph watch\n  codegraph -C ~/src/project watch -v",
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.watch(cmd) },
	}
}

// watch ends when the program is interrupted, or when the index is removed.
func (a *app) watch(cmd *cobra.Command) error {
	d, err := a.workspace(cmd)
	if err != nil {
		return err
	}
	p, err := a.here(d)
	if err != nil {
		return err
	}
	if _, err := d.Indexer.Sync(cmd.Context(), p, index.SyncOptions{Wait: d.Wait}); err != nil {
		return err
	}
	w := fresh.NewWatcher(d.Indexer, fresh.WatchOptions{Rest: -1, Poll: watchPoll, Indexed: a.indexed()})
	defer w.Close()
	if err := w.Watch(p); err != nil {
		var busy *projectbase.BusyError
		if errors.As(err, &busy) {
			return projectbase.WithHint(&watchedError{p.Root, busy}, projectbase.Hint{Text: "nothing to do"})
		}
		return err
	}
	if !a.quiet && !a.json {
		fmt.Fprintf(a.stdout, "watching %s\n", query.Shown(p.Root, 0))
	}
	select {
	case <-cmd.Context().Done():
		return nil
	case <-w.Ended(p):
		return projectbase.WithHint(fmt.Errorf("watch %s: %w", p.Root, projectbase.ErrNotIndexed),
			projectbase.Suggest("", "init", projectbase.Positional("path", p.Root)))
	}
}

// watchedError says that another process watches a project.
type watchedError struct {
	root string
	busy *projectbase.BusyError
}

func (e *watchedError) Error() string {
	if e.busy.PID == 0 {
		return e.root + " is already watched by another process"
	}
	return fmt.Sprintf("%s is already watched by process %d", e.root, e.busy.PID)
}

func (e *watchedError) Unwrap() error { return e.busy }

// indexed returns the function that prints each update with -v, else nil.
func (a *app) indexed() func(index.Project, *index.Report) {
	if !a.verbose {
		return nil
	}
	var mu sync.Mutex
	return func(_ index.Project, r *index.Report) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(a.stdout, "%s  indexed %d, removed %d\n", time.Now().Format(time.RFC3339), r.FilesChanged, r.FilesRemoved)
	}
}

// here returns the project that the workspace is in.
func (a *app) here(d *workspace.Workspace) (index.Project, error) {
	dir, err := filepath.EvalSymlinks(d.Dir)
	if err != nil {
		return index.Project{}, usagef("%v", err)
	}
	root, ok := settings.FindRoot(dir, d.Locations)
	if !ok {
		return index.Project{}, projectbase.WithHint(fmt.Errorf("%s and the directories above it: %w", dir, projectbase.ErrNotIndexed),
			projectbase.Suggest("", "init"))
	}
	return index.ProjectAt(root, d.Locations)
}

// rest releases the caches of an idle server: open indexes, the catalog's
// connections and memory. The next request opens them again.
func (a *app) rest() {
	_ = a.bases.Close() // they were only read
	a.catalogs.rest()
	a.pool.Rest()
	debug.FreeOSMemory()
}

// keepWarm watches the projects that a server answers for; the project of the
// workspace from the start. The caller ends the watching with done.
func (a *app) keepWarm(d *workspace.Workspace) (done func()) {
	w := fresh.NewWatcher(d.Indexer, fresh.WatchOptions{Resting: a.rest})
	d.Keeper.Watcher = w
	if p, err := a.here(d); err == nil {
		// If another process watches it, this one need not.
		_ = w.Watch(p)
	}
	return func() { w.Close() }
}
