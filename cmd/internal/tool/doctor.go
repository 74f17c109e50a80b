package tool

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"codegraph/catalog"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
)

// DoctorIn is what doctor takes.
type DoctorIn struct {
	Common
}

// Check is one thing that was looked at.
type Check struct {
	Name    string `json:"name"`
	State   string `json:"state"` // ok, warning or failed
	Message string `json:"message"`
	Remedy  string `json:"remedy,omitempty"`
}

// DoctorOut is the answer of doctor.
type DoctorOut struct {
	Checks []Check `json:"checks"`
}

// Failed implements Failed.
func (o *DoctorOut) Failed() bool {
	for _, c := range o.Checks {
		if c.State == stateFailed {
			return true
		}
	}
	return false
}

const (
	stateOK      = "ok"
	stateWarning = "warning"
	stateFailed  = "failed"
)

// Doctor looks for what keeps the product from working well.
func Doctor() *Spec {
	return define(Spec{
		Name: "doctor",
		Doc: `Check the project's base and what it needs, with remedies
Changes nothing and indexes nothing.`,
		Brief:   "Check the index and what it needs, with remedies.",
		Profile: ProfileAll,
		Hints:   Hints{ReadOnly: true, Idempotent: true},
		Verb:    Verb{Group: GroupState, Example: "codegraph doctor"},
	}, runDoctor, doctorText)
}

func runDoctor(ctx context.Context, d *Desk, in DoctorIn) (*DoctorOut, error) {
	o := &DoctorOut{}
	p, err := d.find(in.Project)
	if err != nil {
		if !errors.Is(err, projectbase.ErrNotIndexed) {
			return nil, err
		}
		o.fail("project", err)
		o.git()
		o.catalog(ctx, d)
		return o, nil
	}
	o.ok("project", p.Root)
	o.settings(p)
	o.writable(p)
	if err := o.base(ctx, d, p); err != nil {
		return nil, err
	}
	o.git()
	o.catalog(ctx, d)
	return o, nil
}

func (o *DoctorOut) add(name, state, message, remedy string) {
	o.Checks = append(o.Checks, Check{name, state, query.Shown(message, 0), remedy})
}

func (o *DoctorOut) ok(name, message string) { o.add(name, stateOK, message, "") }

func (o *DoctorOut) fail(name string, err error) {
	f := FailureOf(err)
	o.add(name, stateFailed, f.Message, f.Hint)
}

func (o *DoctorOut) settings(p index.Project) {
	s, err := settings.Load(p.Base)
	switch {
	case err != nil:
		o.fail("settings", err)
	case !s.AutoUpdate:
		o.add("settings", stateWarning, "auto_update is off: answers do not index what changed", "remove auto_update from "+filepath.Join(p.Base, "config.json"))
	default:
		o.ok("settings", "config.json is sound")
	}
}

// writable checks that the base can be kept up to date.
func (o *DoctorOut) writable(p index.Project) {
	f, err := os.CreateTemp(p.Base, "doctor*.tmp")
	if err != nil {
		o.add("writable", stateWarning, fmt.Sprintf("%s cannot be written; answers are right, but changes are searched as plain text each time", p.Base),
			"set CODEGRAPH_BASES to a directory that can be written")
		return
	}
	f.Close()
	if err := os.Remove(f.Name()); err != nil {
		o.fail("writable", err)
		return
	}
	o.ok("writable", p.Base)
}

// base opens the base and compares it with the files.
func (o *DoctorOut) base(ctx context.Context, d *Desk, p index.Project) error {
	b, err := query.Open(ctx, p.Base, p.Root)
	if err != nil {
		o.fail("base", err)
		return ctx.Err()
	}
	defer b.Close()
	s, err := b.Status(ctx)
	if err != nil {
		o.fail("base", err)
		return ctx.Err()
	}
	o.ok("base", fmt.Sprintf("%d files, %d items, schema %s", s.Statistics.Files, s.Statistics.Items, s.SchemaVersion))
	if n := len(s.Partial); n > 0 {
		o.add("parsing", stateWarning, fmt.Sprintf("%s could not be parsed and have words only, such as %s (%s)", count(n, "file", "files"), s.Partial[0].Path, s.Partial[0].Reason), "see: codegraph status")
	} else {
		o.ok("parsing", "no file was left to a scan for words")
	}
	if n := s.SkippedCounts[projectbase.SkipUnreadable]; n > 0 {
		o.add("files", stateWarning, count(n, "path", "paths")+" cannot be read, so answers are incomplete", "see: codegraph status -v; give yourself the right to read them, or exclude them")
	}
	state, err := d.Keeper.Ensure(ctx, p, fresh.Options{})
	switch {
	case err != nil:
		o.fail("freshness", err)
		return ctx.Err()
	case state.State == fresh.Unknown:
		o.add("freshness", stateWarning, "the files could not be compared: "+state.Reason, "run: codegraph sync")
	case len(state.Pending) > 0:
		o.ok("freshness", fmt.Sprintf("%s changed; the next answer takes them in", count(len(state.Pending), "file", "files")))
	default:
		o.ok("freshness", "the index is what the files are")
	}
	return nil
}

// catalog checks that the catalog can be read.
func (o *DoctorOut) catalog(ctx context.Context, d *Desk) {
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		o.fail("catalog", err)
		return
	}
	list, err := store.Projects(ctx, catalog.Query{})
	if err != nil {
		o.fail("catalog", err)
		return
	}
	o.ok("catalog", count(len(list), "project", "projects"))
}

// git checks for the program that speeds things up, but that nothing needs.
func (o *DoctorOut) git() {
	path, err := exec.LookPath("git")
	if err != nil {
		o.add("git", stateWarning, "git is not installed; sync --git and the repository's head are not available", "install git")
		return
	}
	o.ok("git", path)
}

func doctorText(o *DoctorOut, p *Page) {
	for _, c := range o.Checks {
		p.Hit("%-7s  %-9s  %s", c.State, c.Name, c.Message)
		if c.Remedy != "" {
			p.Line("         %-9s  -> %s", "", c.Remedy)
		}
	}
}
