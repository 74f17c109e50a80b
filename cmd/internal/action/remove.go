package action

import (
	"context"
	"encoding/json"
	"fmt"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// RemoveIn is what remove takes.
type RemoveIn struct {
	File  string   `json:"file,omitempty" param:",hidden"`
	Files []string `json:"files,omitempty" param:"files/removed,must"`
	tool.Common
}

// RemoveOut is the answer of remove. Its JSON is the result itself for one file.
type RemoveOut struct {
	BatchOut[index.RemoveReport]
}

// MarshalJSON implements json.Marshaler.
func (o *RemoveOut) MarshalJSON() ([]byte, error) {
	if len(o.Results) == 1 && o.Success {
		return json.Marshal(o.Results[0])
	}
	return json.Marshal(o.BatchOut)
}

// Remove drops files from a base.
func Remove() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "remove",
		Doc: `Drop files from the index
A file that still exists is also put on the project's exclude list, so that it does not come back.`,
		Brief:   "Drop files from the index, and keep them out if they still exist.",
		Hints:   tool.Hints{Idempotent: true, Destructive: true},
		Command: tool.Command{Group: tool.GroupBase, Example: "codegraph remove src/old.go"},
	}, runRemove, func(o *RemoveOut, p *tool.Page) { batchText(&o.BatchOut, p, removeText) })
}

func runRemove(ctx context.Context, d *workspace.Workspace, in RemoveIn) (*RemoveOut, error) {
	names := in.Files
	if in.File != "" {
		names = append([]string{in.File}, names...)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%w: no file is given", projectbase.ErrUsage)
	}
	p, err := d.Find(in.Project)
	if err != nil {
		return nil, err
	}
	b := newBatch[index.RemoveReport](len(names))
	var files []projectbase.Path
	for i, name := range names {
		path, err := d.File(p, name)
		if err != nil && len(names) == 1 {
			return nil, err
		}
		if b.named(i, name, err) {
			files = append(files, path)
		}
	}
	if len(files) > 0 {
		reports, err := d.Indexer.Remove(ctx, p, files, index.UpdateOptions{Wait: d.Wait})
		if err != nil {
			return nil, err
		}
		for i, r := range reports {
			if r.Err != nil && len(names) == 1 {
				return nil, r.Err
			}
			b.done(i, r, r.Err)
		}
	}
	return &RemoveOut{*b.out}, nil
}

func removeText(o index.RemoveReport, p *tool.Page) {
	state := "dropped"
	if !o.Removed {
		state = "was not in the index"
	}
	p.Hit("%s: %s", query.Shown(string(o.File), 0), state)
	for _, s := range []string{o.Note, o.Hint} {
		if s != "" {
			p.Line("  %s", query.Shown(s, 0))
		}
	}
}
