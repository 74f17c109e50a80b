package question

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// DoctorIn is the input of doctor.
type DoctorIn struct{ fanout.Scoped }

// Check is the result of one check.
type Check struct {
	Project string      `json:"project,omitempty"` // in a scope
	Name    string      `json:"name"`
	State   string      `json:"state"` // ok, warning or failed
	Message string      `json:"message"`
	Remedy  string      `json:"remedy,omitempty"` // the joined text of Hints
	Hints   []tool.Hint `json:"hints,omitempty"`
}

// DoctorOut is the answer of doctor.
type DoctorOut struct {
	Checks []Check `json:"checks"`

	project string // that is being checked, in a scope
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

// Doctor checks an index and its environment.
func Doctor() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "doctor",
		Doc: `Check the index, its directory and the catalog, with remedies
Reads only. The checks are project, settings, writable, disk, writer, leftovers,
index, home, clock, parsing, files, freshness, watching, git, catalog and
projects. Each is ok, warning or failed; a warning or failure has a remedy.
A check that does not apply is left out. The command fails if a check failed.
With --json:
{"checks":[{"name":"index","state":"failed","message":"...","remedy":"run: ..."}]}`,
		Brief:   "Check the index, its directory and the catalog, with remedies.",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupState, Example: "codegraph doctor"},
	}, runDoctor, doctorText)
}

func runDoctor(ctx context.Context, d *workspace.Workspace, in DoctorIn) (*DoctorOut, error) {
	o := &DoctorOut{}
	scope, err := federation.ParseScope(in.Scope)
	if err != nil {
		return nil, err
	}
	if scope.Alone() {
		err = o.current(ctx, d, in.Project)
	} else {
		err = o.scope(ctx, d, in.Project, scope)
	}
	if err != nil {
		return nil, err
	}
	o.project = ""
	o.git()
	o.catalog(ctx, d)
	return o, nil
}

// current checks the project called name, or the current one.
func (o *DoctorOut) current(ctx context.Context, d *workspace.Workspace, name string) error {
	p, err := d.Find(name)
	if errors.Is(err, projectbase.ErrNotIndexed) {
		o.fail("project", err)
		o.unfinished(d, name)
		return nil
	}
	if err != nil {
		return err
	}
	return o.check(ctx, d, p)
}

func (o *DoctorOut) check(ctx context.Context, d *workspace.Workspace, p index.Project) error {
	o.ok("project", p.Root)
	o.settings(p)
	o.directory(p)
	return o.index(ctx, d, p)
}

// scope checks the projects of a scope that are on this machine. Others are
// warnings.
func (o *DoctorOut) scope(ctx context.Context, d *workspace.Workspace, name string, s federation.Scope) error {
	plan, err := d.Plan(ctx, name, s)
	if err != nil {
		return err
	}
	for _, t := range plan.Targets {
		o.project = plan.Label(t.Project)
		if t.Project.Node != d.Node {
			o.ok("project", "an index that another machine has published")
			continue
		}
		if err := o.check(ctx, d, d.ProjectOf(t.Project)); err != nil {
			return err
		}
	}
	for _, f := range plan.Failures {
		o.project = plan.Label(f.Project)
		o.fail("project", f.Err)
	}
	for _, p := range plan.Remote {
		o.project = plan.Label(p)
		o.warn("project", federation.ErrElsewhere.Error(), do("run doctor on its machine"))
	}
	return nil
}

func (o *DoctorOut) add(name, state, message string, hints ...tool.Hint) {
	o.Checks = append(o.Checks, Check{query.Shown(o.project, 0), name, state, query.Shown(message, 0), query.Shown(tool.HintsText(hints), 0), hints})
}

func (o *DoctorOut) ok(name, message string) { o.add(name, stateOK, message) }

func (o *DoctorOut) warn(name, message string, hints ...tool.Hint) {
	o.add(name, stateWarning, message, hints...)
}

func (o *DoctorOut) fail(name string, err error) {
	f := tool.FailureOf(err)
	if hint, ok := remedies[name]; ok && f.Hint == "" {
		f.Hints = []tool.Hint{hint}
	}
	o.add(name, stateFailed, f.Message, f.Hints...)
}

// do returns a remedy without a command.
func do(text string) tool.Hint { return tool.Hint{Text: text} }

// remedies are for failures without a hint, by check.
var remedies = map[string]tool.Hint{
	"settings": {Text: "repair or remove config.json; for its keys", Command: "codegraph config show"},
	"index":    projectbase.Suggest("", "init", projectbase.Flag("rebuild", true)),
	"catalog":  do("check that it is reachable, or choose another catalog with CODEGRAPH_CATALOG or --catalog; questions about one project need none"),
}

// git checks for Git, which is optional.
func (o *DoctorOut) git() {
	path, err := exec.LookPath("git")
	if err != nil {
		o.warn("git", "git is not installed; sync --git and the head of the repository are not available", do("install git"))
		return
	}
	o.ok("git", path)
}

func doctorText(o *DoctorOut, p *tool.Page) {
	project := ""
	for _, c := range o.Checks {
		if c.Project != project {
			project = c.Project
			p.Project(cmp.Or(project, "this machine"))
		}
		p.Hit("%-7s  %-9s  %s", c.State, c.Name, c.Message)
		p.Hints(fmt.Sprintf("         %-9s  -> ", ""), c.Hints...)
	}
}
