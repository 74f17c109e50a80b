package action

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// UpdateIn is what update takes.
type UpdateIn struct {
	File     string `json:"file" param:",required,hidden"`
	FromLine int    `json:"from_line,omitempty" param:",hidden"`
	ToLine   int    `json:"to_line,omitempty" param:",hidden"`
	tool.Common
}

// UpdateBatchIn is what update_batch takes.
type UpdateBatchIn struct {
	Files  []FileRange `json:"files" param:"files/ranges,required,hidden"`
	Atomic bool        `json:"atomic,omitempty" param:",hidden"`
	tool.Common
}

// FileRange is a file with the lines of it that changed.
type FileRange struct {
	File     string `json:"file" param:",required"`
	FromLine int    `json:"from_line,omitempty"`
	ToLine   int    `json:"to_line,omitempty"`
}

// BatchOut is the answer to an action on several files, one slot for each.
type BatchOut[T any] struct {
	Success bool      `json:"success"` // all of them succeeded
	Results []Slot[T] `json:"results"`
}

// Slot is what became of one file: a result, or an error beside its name.
type Slot[T any] struct {
	Result *T // nil if there is an error
	File   string
	Error  *tool.Failure
}

// Incomplete implements Incomplete.
func (o *BatchOut[T]) Incomplete() bool { return !o.Success }

// Update brings one file up to date.
func Update() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "update",
		Doc: `Index a file again after an edit
The lines are a hint; the whole file is compared. A file that is gone is dropped, a new one is added.`,
		Brief:   "Index a file again after an edit; answers notice edits too.",
		Hints:   tool.Hints{Idempotent: true},
		Command: tool.Command{Group: tool.GroupBase, Example: "codegraph update src/engine.go:45-52 src/new.go"},
	}, runUpdate, func(o index.UpdateReport, p *tool.Page) { updateText(o, p) })
}

func runUpdate(ctx context.Context, d *workspace.Workspace, in UpdateIn) (index.UpdateReport, error) {
	out, err := runUpdateBatch(ctx, d, UpdateBatchIn{Files: []FileRange{{in.File, in.FromLine, in.ToLine}}, Atomic: true, Common: in.Common})
	if err != nil {
		return index.UpdateReport{}, err
	}
	return *out.Results[0].Result, nil
}

// UpdateBatch brings several files up to date in one transaction.
func UpdateBatch() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "update_batch",
		Doc: `Index several files again in one transaction
A file that cannot be updated has its error in its slot and rolls nothing else back unless atomic is set.`,
		Brief: "Index edited files again in one transaction.",
		Hints: tool.Hints{Idempotent: true},
	}, runUpdateBatch, func(o *BatchOut[index.UpdateReport], p *tool.Page) {
		batchText(o, p, updateText)
	})
}

func runUpdateBatch(ctx context.Context, d *workspace.Workspace, in UpdateBatchIn) (*BatchOut[index.UpdateReport], error) {
	if len(in.Files) == 0 {
		return nil, fmt.Errorf("%w: no files are given", projectbase.ErrUsage)
	}
	p, err := d.Find(in.Project)
	if err != nil {
		return nil, err
	}
	b := newBatch[index.UpdateReport](len(in.Files))
	var edits []index.Edit
	for i, f := range in.Files {
		edit, err := f.edit(d, p)
		if err != nil && in.Atomic {
			return nil, err
		}
		if b.named(i, f.File, err) {
			edits = append(edits, edit)
		}
	}
	if len(edits) > 0 {
		reports, err := d.Indexer.Update(ctx, p, edits, index.UpdateOptions{Atomic: in.Atomic, Wait: d.Wait, Progress: d.Progress})
		if err != nil {
			return nil, err
		}
		for i, r := range reports {
			if r.Err != nil && in.Atomic {
				return nil, r.Err
			}
			b.done(i, r, r.Err)
		}
	}
	return b.out, nil
}

// ParseFileRange reads FILE, FILE:A or FILE:A-B. A colon that no line number
// follows is part of the name.
func ParseFileRange(arg string) (FileRange, error) {
	i := strings.LastIndexByte(arg, ':')
	if i < 0 {
		return FileRange{File: arg}, nil
	}
	from, to, both := strings.Cut(arg[i+1:], "-")
	if !both {
		to = from
	}
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	if errA != nil || errB != nil {
		return FileRange{File: arg}, nil
	}
	if i == 0 || a < 1 || b < a {
		return FileRange{}, fmt.Errorf("%w: %q is not FILE:A-B with lines A to B", projectbase.ErrUsage, arg)
	}
	return FileRange{arg[:i], a, b}, nil
}

func (f FileRange) edit(d *workspace.Workspace, p index.Project) (index.Edit, error) {
	const most = projectbase.MaxLine
	if f.FromLine < 0 || f.ToLine < 0 || f.FromLine > most || f.ToLine > most || f.ToLine != 0 && f.ToLine < f.FromLine {
		return index.Edit{}, fmt.Errorf("%w: %d to %d are no lines of a file", projectbase.ErrUsage, f.FromLine, f.ToLine)
	}
	path, err := d.File(p, f.File)
	if err != nil {
		return index.Edit{}, err
	}
	return index.Edit{File: path, From: uint32(f.FromLine), To: uint32(f.ToLine)}, nil
}

func updateText(o index.UpdateReport, p *tool.Page) {
	name := query.Shown(string(o.File), 0)
	switch {
	case o.Unchanged:
		p.Hit("%s: unchanged", name)
	case o.Removed:
		p.Hit("%s: is gone and dropped; %d items fewer", name, o.ItemsRemoved)
	default:
		p.Hit("%s: %d items added, %d removed, %d lines updated, %s", name, o.ItemsAdded, o.ItemsRemoved, o.LinesUpdated, tool.Milliseconds(o.DurationMS))
	}
	if o.Partial != "" {
		p.Line("  plain text only: %s", o.Partial)
	}
	if o.Note != "" {
		p.Line("  %s", query.Shown(o.Note, 0))
	}
}
