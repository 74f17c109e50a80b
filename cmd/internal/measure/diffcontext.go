package measure

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// DiffContextIn is the input of diff_context.
type DiffContextIn struct {
	Files   []string `json:"files,omitempty" param:"files/diff"`
	Callers *int     `json:"callers,omitempty"`
	Limit   *int     `json:"limit,omitempty"`
	Format  string   `json:"format,omitempty" param:"format/graph"`
	fanout.Scoped

	callers, limit int
}

// CommonInput returns the parameters of every tool, with the format of a drawing.
func (in *DiffContextIn) CommonInput() *tool.Common {
	in.Common.Format = in.Format
	return &in.Common
}

// DiffContextOut is the answer of diff_context.
type DiffContextOut struct {
	Matches    []measure.ChangedSymbol `json:"matches"`     // by path and line
	Files      []projectbase.Path      `json:"files"`       // changed and indexed
	NotIndexed []projectbase.Path      `json:"not_indexed"` // changed and not indexed, or removed
	Tests      []measure.AffectedTest  `json:"tests"`       // the nearest first
	TotalTests int                     `json:"total_tests"`
	fanout.Envelope

	format string
}

// DiffContext returns the changed symbols with their callers and tests.
func DiffContext() *tool.Spec {
	return fanout.Question[DiffContextIn, *measure.DiffAnswer, *DiffContextOut]{Spec: tool.Spec{
		Name: "diff_context",
		Doc: `Show which symbols a change touches, who uses them, and which tests reach them
The change is that of the named files against the commit that is checked out, of a range of
commits, or of all that is not committed. A symbol is changed if its text is. Removed files are
named, what was in them is not.`,
		Brief:   "Changed symbols of files or FROM..TO with callers and affected tests. Use before and after a change.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph diff-context\ncodegraph diff-context src/engine.go\ncodegraph diff-context main..HEAD"},
	}, Check: checkDiffContext, Ask: askDiffContext, Merge: mergeDiffContext, Join: joinDiffContext, Text: diffContextText}.Tool()
}

func checkDiffContext(in *DiffContextIn, _ *workspace.Workspace) (err error) {
	in.callers, in.limit, err = tool.Bounds(in.Callers, in.Limit, 10)
	return err
}

func askDiffContext(ctx context.Context, o *workspace.Index, in *DiffContextIn) (*measure.DiffAnswer, error) {
	files, err := differing(ctx, o, in.Files)
	if err != nil {
		return nil, err
	}
	return measure.DiffContext(ctx, o.Index, measure.DiffSearch{Files: files, Limit: in.limit, Users: in.callers, Nested: o.Target.Nested})
}

func mergeDiffContext(_ context.Context, a *fanout.Answers[DiffContextIn, *measure.DiffAnswer]) (*DiffContextOut, error) {
	out := &DiffContextOut{Matches: []measure.ChangedSymbol{}, Files: []projectbase.Path{}, NotIndexed: []projectbase.Path{},
		Tests: []measure.AffectedTest{}, format: a.In.Format}
	for i := range a.Parts {
		p := &a.Parts[i]
		label, found := labelOf(a, p), p.Answer
		for i := range found.Matches {
			found.Matches[i].Project = label
		}
		for i := range found.Tests {
			found.Tests[i].Project = label
		}
		p.Count = found.Total
		out.Total += found.Total
		out.TotalTests += found.TotalTests
		out.Matches = append(out.Matches, found.Matches...)
		out.Files = append(out.Files, found.Files...)
		out.NotIndexed = append(out.NotIndexed, found.NotIndexed...)
		out.Tests = append(out.Tests, found.Tests...)
	}
	out.cut(a.In)
	if len(out.Files)+len(out.NotIndexed)+len(a.Failures) == 0 {
		a.Hint("nothing is changed")
	}
	return out, nil
}

// cut applies the limit to the matches and tests of several projects.
func (o *DiffContextOut) cut(in *DiffContextIn) {
	o.Matches, o.Tests = firstOf(o.Matches, in.limit), firstOf(o.Tests, in.limit)
	o.Truncated = len(o.Matches) < o.Total
}

// joinDiffContext adds the answer of the service.
func joinDiffContext(out, remote *DiffContextOut, in *DiffContextIn) {
	out.Matches = append(out.Matches, remote.Matches...)
	out.Files = append(out.Files, remote.Files...)
	out.NotIndexed = append(out.NotIndexed, remote.NotIndexed...)
	out.Tests = append(out.Tests, remote.Tests...)
	out.TotalTests += remote.TotalTests
	out.cut(in)
}

// differing returns the files of a change with their old texts.
func differing(ctx context.Context, o *workspace.Index, names []string) ([]measure.ChangedFile, error) {
	root := o.ProjectRoot()
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
			p, e := o.File(name)
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
	c := *o
	c.Matches, c.Tests = o.Matches[:n], firstOf(o.Tests, max(n, 1))
	c.Cut(hint)
	return &c
}

func diffContextText(o *DiffContextOut, p *tool.Page) {
	if drawn(o.format) {
		p.Block(o.draw())
		return
	}
	p.More("name fewer files")
	p.Line("changed: %s in %s; %s", tool.Count(o.Total, "symbol", "symbols"), tool.Count(len(o.Files), "file", "files"), tool.Count(o.TotalTests, "test affected", "tests affected"))
	head := ""
	for _, m := range o.Matches {
		if at := inProject(m.Project, m.File); at != head {
			head = at
			p.Path(head)
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
		p.Hit("  %s:%d %s  step %d", inProject(t.Project, t.File), t.LineNumber, query.Shown(t.Symbol, 0), t.Depth)
	}
	if left := o.TotalTests - len(o.Tests); left > 0 {
		p.Note("... %d more tests; raise limit", left)
	}
	notes(p, &o.Envelope, o.Total-len(o.Matches))
}

// inProject returns a path, after its project in an answer about several.
func inProject(project string, file projectbase.Path) string {
	if project == "" {
		return query.Shown(string(file), 0)
	}
	return query.Shown(project, 0) + ": " + query.Shown(string(file), 0)
}

// draw draws the callers of the changed symbols.
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
