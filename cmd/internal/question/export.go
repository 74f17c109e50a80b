package question

import (
	"context"
	"errors"
	"io"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query/report"
)

// ExportIn is what export takes.
type ExportIn struct {
	What []string `json:"what,omitempty"`
	tool.Common
}

// Dump is the answer of export, which is written while it is read.
type Dump struct {
	d  *workspace.Workspace
	in ExportIn
}

// Export prints the logical content of a base.
func Export() *tool.Spec {
	return tool.Define(tool.Spec{
		Name:       "export",
		PeopleOnly: true,
		Doc: `Print what the index knows, as JSON lines in a stable order
Without ids and times: two bases that know the same print the same.`,
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

// Stream writes the export to w. Files that differ from the base are an error:
// the lines have no place to say so.
func (x *Dump) Stream(ctx context.Context, w io.Writer) error {
	o, err := x.d.Open(ctx, x.in.Project)
	if err != nil {
		return err
	}
	defer o.Close()
	if len(o.State.Pending) > 0 {
		return errors.New("files are not indexed as they are now; run: codegraph sync")
	}
	return report.Export(ctx, o.Index, x.in.What, w)
}
