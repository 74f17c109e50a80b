package measure

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/git"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// DiffContextIn is what diff_context takes.
type DiffContextIn struct {
	Files     []string `json:"files,omitempty" param:"files/diff"`
	Callers   *int     `json:"callers,omitempty"`
	Limit     *int     `json:"limit,omitempty"`
	MaxTokens int      `json:"max_tokens,omitempty"`
	tool.Drawn
}

// DiffContextOut is the answer of diff_context.
type DiffContextOut struct {
	*measure.DiffAnswer
	Asked
}

// DiffContext returns what a change is about.
func DiffContext() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "diff_context",
		Doc: `Show which symbols a change touches, who uses them, and which tests reach them
The change is that of the named files against the commit that is checked out, of a range of
commits, or of all that is not committed. A symbol is changed if its text is. Removed files are
named, what was in them is not.`,
		Brief:   "Changed symbols of files or FROM..TO with callers and affected tests. Use before and after a change.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph diff-context\ncodegraph diff-context src/engine.go\ncodegraph diff-context main..HEAD"},
	}, runDiffContext, diffContextText)
}

func runDiffContext(ctx context.Context, d *workspace.Workspace, in DiffContextIn) (*DiffContextOut, error) {
	callers, limit, err := tool.Bounds(in.Callers, in.Limit, 10)
	if err != nil {
		return nil, err
	}
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	files, err := differing(ctx, d, o, in.Files)
	if err != nil {
		return nil, err
	}
	found, err := measure.DiffContext(ctx, o.Index, measure.DiffSearch{Files: files, Limit: limit, Users: callers})
	if err != nil {
		return nil, err
	}
	out := &DiffContextOut{DiffAnswer: found, Asked: Asked{Truncated: len(found.Matches) < found.Total, Complete: o.State.State != fresh.Unknown,
		Projects: []tool.ProjectAnswer{{Name: o.Name(), Matches: found.Total, Freshness: o.State}}, Failures: []tool.ProjectFailure{}, Limited: tool.Limit(o, in.MaxTokens), format: in.drawnFormat()}}
	if len(files) == 0 {
		out.Hint = "nothing is changed"
	}
	return out, nil
}

func (in *DiffContextIn) drawnFormat() string { return in.Drawn.Format }

// differing returns the files of a change with what they were before.
func differing(ctx context.Context, d *workspace.Workspace, o *workspace.Index, names []string) ([]measure.ChangedFile, error) {
	root := o.Project.Root
	base := "HEAD"
	var paths []projectbase.Path
	var err error
	asked := false
	from, to, isRange := "", "", false
	if len(names) == 1 && !workspace.Exists(names[0]) {
		from, to, isRange = strings.Cut(names[0], "..")
	}
	switch {
	case isRange:
		if from == "" {
			return nil, fmt.Errorf("%w: %q is not FROM..TO with two commits", projectbase.ErrUsage, names[0])
		}
		if to == "" {
			to = "HEAD"
		}
		base = from
		paths, err = between(ctx, root, from, to)
	case len(names) == 0:
		paths, err = uncommitted(ctx, root)
	default:
		asked = true
		for _, name := range names {
			p, e := d.File(o.Project, name)
			if e != nil {
				return nil, e
			}
			paths = append(paths, p)
		}
	}
	if err != nil {
		if errors.Is(err, projectbase.ErrNotFound) {
			return nil, projectbase.WithHint(fmt.Errorf("%s is not in a git repository: %w", query.Shown(root, 0), projectbase.ErrNotFound),
				projectbase.Hint{Text: "name the files"})
		}
		return nil, err
	}
	files := make([]measure.ChangedFile, len(paths))
	for i, p := range paths {
		files[i] = measure.ChangedFile{Path: p, Asked: asked}
		// Without an old text all of a file is new.
		if old, err := git.Blob(ctx, root, base, p); err == nil {
			files[i].Old = append([]byte{}, old...)
		} else if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return files, nil
}

// Len implements Listed.
func (o *DiffContextOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *DiffContextOut) First(n int, hint string) any {
	c, a := *o, *o.DiffAnswer
	a.Matches = a.Matches[:n]
	a.Tests = firstOf(a.Tests, max(n, 1))
	c.DiffAnswer, c.Truncated, c.Hint = &a, true, tool.JoinHints(o.Hint, hint)
	return &c
}

func diffContextText(o *DiffContextOut, p *tool.Page) {
	if o.drawn() {
		p.Block(o.draw())
		return
	}
	p.More("name fewer files")
	p.Line("changed: %s in %s; %s", tool.Count(o.Total, "symbol", "symbols"), tool.Count(len(o.Files), "file", "files"), tool.Count(o.TotalTests, "test affected", "tests affected"))
	file := projectbase.Path("")
	for _, m := range o.Matches {
		if m.File != file {
			file = m.File
			p.Path(query.Shown(string(file), 0))
		}
		p.Hit("  %d-%d %s %s  %s", m.LineNumber, m.EndLine, m.Kind, query.Shown(m.Symbol, 0), query.Shown(m.Signature, 0))
		for _, c := range m.Callers {
			p.Line("    <- %s  %s:%d", query.Shown(c.Symbol, 0), query.Shown(string(c.File), 0), c.LineNumber)
		}
		if left := m.TotalCallers - len(m.Callers); left > 0 {
			p.Line("    <- %d more", left)
		}
	}
	for _, f := range o.NotIndexed {
		p.Line("not indexed: %s", query.Shown(string(f), 0))
	}
	if len(o.Tests) > 0 {
		p.Path("tests")
	}
	for _, t := range o.Tests {
		p.Hit("  %s:%d %s  step %d", query.Shown(string(t.File), 0), t.LineNumber, query.Shown(t.Symbol, 0), t.Depth)
	}
	if left := o.TotalTests - len(o.Tests); left > 0 {
		p.Note("... %d more tests; raise limit", left)
	}
	o.notesOf(p, o.Total-len(o.Matches))
}

// draw draws who uses what was changed.
func (o *DiffContextOut) draw() string {
	d := tool.NewDrawing()
	for _, m := range o.Matches {
		to := d.Node(string(m.File)+"\x00"+m.Symbol, m.Symbol+"\n"+string(m.File))
		for _, c := range m.Callers {
			d.Edge(tool.DrawnEdge{From: d.Node(string(c.File)+"\x00"+c.Symbol, c.Symbol+"\n"+string(c.File)), To: to})
		}
	}
	return d.Text(o.format)
}
