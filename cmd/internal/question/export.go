package question

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// ExportIn is the input of export.
type ExportIn struct {
	What []string `json:"what,omitempty"`
	fanout.Scoped
}

// Dump is the answer of export, which is written while it is read.
type Dump struct {
	workspace *workspace.Workspace
	in        ExportIn
}

// Export prints the content of an index.
func Export() *tool.Spec {
	return tool.Define(tool.Spec{
		Name:       "export",
		PeopleOnly: true,
		Doc: `Print the content of the index as JSON lines in a stable order
Without ids and times: two indexes with the same content print the same lines.`,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupState, Example: "codegraph export --what files,types"},
	}, func(_ context.Context, d *workspace.Workspace, in ExportIn) (*Dump, error) {
		in.What = tool.SplitCommas(in.What)
		if err := report.CheckSections(in.What); err != nil {
			return nil, err
		}
		return &Dump{d, in}, nil
	}, func(*Dump, *tool.Page) {})
}

// exportTime limits the export of one project of a scope.
const exportTime = time.Hour

// Stream writes the export to w. In a scope, a line with the name of the project
// precedes its lines. Files that differ from the index are an error: the lines have
// no place to say so.
func (x *Dump) Stream(ctx context.Context, w io.Writer) error {
	projects, err := x.workspace.Resolve(ctx, x.in.Project, x.in.Scope)
	if err != nil {
		return err
	}
	defer projects.Close()
	failures := projects.Failures()
	for _, p := range projects.Remote() {
		failures = append(failures, federation.Failure{Project: p, Err: federation.ErrElsewhere})
	}
	for _, t := range projects.Targets() {
		_, failed, err := workspace.Ask(ctx, projects, workspace.Step[struct{}]{Targets: []federation.Target{t}, Limit: exportTime, Once: true,
			Ask: func(ctx context.Context, o *workspace.Index) (struct{}, error) {
				return struct{}{}, x.export(ctx, o, projects, w)
			}})
		if err != nil {
			return err
		}
		failures = append(failures, failed...)
	}
	if len(failures) > 0 {
		return fmt.Errorf("%s was not exported: %w", query.Shown(projects.Label(failures[0].Project), 0), failures[0].Err)
	}
	return nil
}

func (x *Dump) export(ctx context.Context, o *workspace.Index, projects *workspace.Projects, w io.Writer) error {
	if len(o.State.Pending) > 0 {
		return projectbase.WithHint(errors.New("files differ from the index"), projectbase.Suggest("", "sync"))
	}
	if !o.Alone {
		if err := json.NewEncoder(w).Encode(map[string]string{"project": projects.Label(o.Target.Project)}); err != nil {
			return err
		}
	}
	return report.Export(ctx, o.Index, x.in.What, w)
}
