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
		o.warn("settings", "auto_update is off: answers do not index what changed", "remove auto_update from "+filepath.Join(p.Base, "config.json"))
	default:
		o.ok("settings", "config.json is sound")
	}
}

// littleRoom is how many bytes a disk has left that is nearly full.
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
		o.warn("writable", fmt.Sprintf("%s cannot be written (%v); answers are right, but changes are searched as plain text each time", p.Base, c.Unwritable),
			"give yourself the right to write there, or set CODEGRAPH_BASES to a directory that can be written")
	} else {
		o.ok("writable", p.Base)
	}
	if c.Free >= 0 && c.Free < littleRoom {
		o.warn("disk", fmt.Sprintf("the disk of %s has room for %s only; what does not fit stays pending", p.Base, tool.Size(c.Free)), "free some space")
	}
	if c.Writer != nil {
		o.warn("writer", c.Writer.Error()+"; others wait for it", "wait for it to end; if it hangs, end that process: it leaves the old state or the new one")
	} else {
		o.ok("writer", "nobody writes the base")
		o.leftovers(c.Leftovers)
	}
}

func (o *DoctorOut) leftovers(names []string) {
	if len(names) > 0 {
		o.warn("leftovers", "a writer was killed and left "+strings.Join(names, ", "), "nothing is lost; the next writer removes them: run: codegraph init")
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
		o.warn("writer", c.Writer.Error(), "wait for it to end")
	default:
		o.leftovers(c.Leftovers)
	}
}

// base opens the base and compares it with the files.
func (o *DoctorOut) base(ctx context.Context, d *workspace.Workspace, p index.Project) error {
	b, err := query.Open(ctx, p.Base, p.Root, d.Indexer.Languages)
	if err != nil {
		o.fail("base", err)
		return ctx.Err()
	}
	defer b.Close()
	s, err := report.ReadStatus(ctx, b)
	if err != nil {
		o.fail("base", err)
		return ctx.Err()
	}
	o.ok("base", fmt.Sprintf("%d files, %d items, schema %s", s.Statistics.Files, s.Statistics.Items, s.SchemaVersion))
	if s.Home != "" && s.Home != p.Root {
		o.warn("home", fmt.Sprintf("the base says that it belongs to %s: it was copied or moved", s.Home), "run: codegraph scan "+workspace.Quoted(p.Root)+", which tells a copy from a move and gives a copy an id of its own")
	}
	o.clock(d.Time(), s)
	o.read(s)
	if err := o.freshness(ctx, d, p); err != nil {
		return err
	}
	return o.watching(ctx, d, p, b)
}

// ahead is by how much a clock may differ from that of another machine.
const ahead = time.Minute

// clock checks for times in the future.
func (o *DoctorOut) clock(now time.Time, s *report.Status) {
	last := max(s.LastUpdate, s.LastIndexed, s.CreatedAt)
	if time.Unix(last, 0).Sub(now) > ahead {
		o.warn("clock", fmt.Sprintf("the base was written at %s, which is ahead of this machine's clock (%s)", tool.Stamp(last), tool.Stamp(now.Unix())),
			"set the clock; changes are found all the same, but --since and shown times are wrong until then")
	}
}

// read reports files that are indexed partly or not at all.
func (o *DoctorOut) read(s *report.Status) {
	if n := len(s.Partial); n > 0 {
		o.warn("parsing", fmt.Sprintf("%s could not be parsed and have words only, such as %s (%s)", tool.Count(n, "file", "files"), s.Partial[0].Path, s.Partial[0].Reason),
			"see: codegraph status; each is tried again when it changes; all: codegraph init --rebuild")
	} else {
		o.ok("parsing", "no file was left to a scan for words")
	}
	if n := s.SkippedCounts[projectbase.SkipUnreadable]; n > 0 {
		o.warn("files", tool.Count(n, "path", "paths")+" cannot be read, so answers are incomplete", "see: codegraph status -v; give yourself the right to read them, or exclude them")
	}
}

func (o *DoctorOut) freshness(ctx context.Context, d *workspace.Workspace, p index.Project) error {
	state, err := d.Keeper.Ensure(ctx, p, fresh.Options{})
	switch {
	case err != nil:
		o.fail("freshness", err)
		return ctx.Err()
	case state.State == fresh.Unknown:
		o.warn("freshness", "the files could not be compared: "+state.Reason, "run: codegraph sync")
	case len(state.Pending) > 0:
		o.ok("freshness", fmt.Sprintf("%s changed; the next answer takes them in", tool.Count(len(state.Pending), "file", "files")))
	default:
		o.ok("freshness", "the index is what the files are")
	}
	return nil
}

// watching tells who watches the files, else whether somebody could.
func (o *DoctorOut) watching(ctx context.Context, d *workspace.Workspace, p index.Project, b *query.Index) error {
	c, err := index.Inspect(p)
	if err == nil && c.Watcher != nil {
		o.ok("watching", fmt.Sprintf("the files are watched by process %d", c.Watcher.PID))
		return nil
	}
	w, err := d.Indexer.Watch(ctx, p, b.Store())
	if err != nil {
		o.fail("freshness", err)
		return ctx.Err()
	}
	if err := w.Watchable(); err != nil {
		o.warn("watching", fmt.Sprintf("the system has no watches left for %s (%v); each question compares the files instead", tool.Count(len(w.Dirs), "directory", "directories"), err),
			"allow more: sysctl fs.inotify.max_user_watches and fs.inotify.max_user_instances")
		return nil
	}
	o.ok("watching", "the files can be watched")
	return nil
}
