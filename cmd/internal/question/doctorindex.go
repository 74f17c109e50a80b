package question

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
	"codegraph/projectbase/settings"
)

func (o *DoctorOut) settings(p index.Project) {
	s, err := settings.Load(p.Base)
	switch {
	case err != nil:
		o.fail("settings", err)
	case !s.AutoUpdate:
		o.warn("settings", "auto_update is off: questions do not index changed files", do("remove auto_update from "+filepath.Join(p.Base, "config.json")))
	default:
		o.ok("settings", "config.json is valid")
	}
}

// littleRoom is the free space of a nearly full disk, in bytes.
const littleRoom = 64 << 20

// directory checks the index directory: write access, its writer, and leftovers of
// killed processes.
func (o *DoctorOut) directory(p index.Project) {
	c, err := index.Inspect(p)
	if err != nil {
		o.fail("writable", err)
		return
	}
	if c.Unwritable != nil {
		o.warn("writable", fmt.Sprintf("%s is not writable (%v): changed files are searched as plain text at each question", p.Base, c.Unwritable),
			do("make it writable, or set CODEGRAPH_BASES to a writable directory"))
	} else {
		o.ok("writable", p.Base)
	}
	if c.Free >= 0 && c.Free < littleRoom {
		o.warn("disk", fmt.Sprintf("the disk of %s has only %s free; further changes may stay pending", p.Base, tool.Size(c.Free)), do("free some space"))
	}
	if c.Writer != nil {
		o.warn("writer", c.Writer.Error()+"; other writers wait", do("wait for it to end; if it hangs, end that process: the index stays valid"))
	} else {
		o.ok("writer", "no process writes the index")
		o.leftovers(c.Leftovers)
	}
}

func (o *DoctorOut) leftovers(names []string) {
	if len(names) > 0 {
		o.warn("leftovers", "an interrupted writer left "+strings.Join(names, ", "),
			projectbase.Suggest("nothing is lost; the next writer removes them", "init"))
	}
}

// unfinished checks a directory without an index for leftovers.
func (o *DoctorOut) unfinished(d *workspace.Workspace, name string) {
	if name == "" {
		name = "."
	}
	dir, err := d.Directory(name)
	if err != nil {
		return // the project check has failed already
	}
	p, err := d.Project(dir)
	if err != nil {
		return
	}
	c, err := index.Inspect(p)
	switch {
	case errors.Is(err, projectbase.ErrNotAllowed):
		o.fail("writable", err)
	case err != nil: // no directory
	case c.Writer != nil:
		o.warn("writer", c.Writer.Error(), do("wait for it to end"))
	default:
		o.leftovers(c.Leftovers)
	}
}

// index opens the index and compares it with the files.
func (o *DoctorOut) index(ctx context.Context, d *workspace.Workspace, p index.Project) error {
	b, err := query.Open(ctx, p.Base, p.Root, d.Indexer.Languages)
	if err != nil {
		o.fail("index", err)
		return ctx.Err()
	}
	defer b.Close()
	s, err := report.ReadStatus(ctx, b)
	if err != nil {
		o.fail("index", err)
		return ctx.Err()
	}
	o.ok("index", fmt.Sprintf("%d files, %d terms, schema %s", s.Statistics.Files, s.Statistics.Items, s.SchemaVersion))
	if s.Home != "" && s.Home != p.Root {
		o.warn("home", fmt.Sprintf("the index was made in %s: it was copied or moved", s.Home),
			projectbase.Suggest("give a copy its own id", "scan", projectbase.Positional("path", p.Root)))
	}
	o.clock(d.Time(), s)
	o.read(s)
	if err := o.freshness(ctx, d, p); err != nil {
		return err
	}
	return o.watching(ctx, d, p, b)
}

// ahead is the tolerated difference between the clocks of machines.
const ahead = time.Minute

// clock checks for times in the future.
func (o *DoctorOut) clock(now time.Time, s *report.Status) {
	last := max(s.LastUpdate, s.LastIndexed, s.CreatedAt)
	if time.Unix(last, 0).Sub(now) > ahead {
		o.warn("clock", fmt.Sprintf("the index was written at %s, ahead of this machine's clock (%s)", tool.Stamp(last), tool.Stamp(now.Unix())),
			do("set the clock; changes are found all the same, but shown times and filters by time are wrong"))
	}
}

// read reports files that are indexed partly or not at all.
func (o *DoctorOut) read(s *report.Status) {
	if n := len(s.Partial); n > 0 {
		o.warn("parsing", fmt.Sprintf("%s indexed as plain text because the parser failed, such as %s (%s)", tool.Count(n, "file is", "files are"), s.Partial[0].Path, s.Partial[0].Reason),
			projectbase.Suggest("list them", "status"), projectbase.Suggest("a changed file is parsed again; parse all again", "init", projectbase.Flag("rebuild", true)))
	} else {
		o.ok("parsing", "every file was parsed")
	}
	if n := s.SkippedCounts[projectbase.SkipUnreadable]; n > 0 {
		o.warn("files", tool.Count(n, "path", "paths")+" cannot be read, so answers are incomplete", projectbase.Suggest("make them readable or exclude them; list them", "status"))
	}
}

func (o *DoctorOut) freshness(ctx context.Context, d *workspace.Workspace, p index.Project) error {
	state, err := d.Keeper.Ensure(ctx, p, fresh.Options{})
	switch {
	case err != nil:
		o.fail("freshness", err)
		return ctx.Err()
	case state.State == fresh.Unknown:
		o.warn("freshness", "the files could not be compared: "+state.Reason, projectbase.Suggest("", "sync"))
	case len(state.Pending) > 0:
		o.ok("freshness", fmt.Sprintf("%s changed; the next question indexes them", tool.Count(len(state.Pending), "file", "files")))
	default:
		o.ok("freshness", "index is up to date")
	}
	return nil
}

// watching checks whether a process watches the files, or could.
func (o *DoctorOut) watching(ctx context.Context, d *workspace.Workspace, p index.Project, b *query.Index) error {
	c, err := index.Inspect(p)
	if err == nil && c.Watcher != nil {
		o.ok("watching", fmt.Sprintf("watched by process %d", c.Watcher.PID))
		return nil
	}
	w, err := d.Indexer.Watch(ctx, p, b.Store())
	if err != nil {
		o.fail("freshness", err)
		return ctx.Err()
	}
	if err := w.Watchable(); err != nil {
		o.warn("watching", fmt.Sprintf("the system has too few file watches for %s (%v); each question compares the files instead", tool.Count(len(w.Dirs), "directory", "directories"), err),
			do("raise the limits: sysctl fs.inotify.max_user_watches and fs.inotify.max_user_instances"))
		return nil
	}
	o.ok("watching", "the files can be watched")
	return nil
}
