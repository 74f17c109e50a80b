package graph

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
)

// RelatedIn is the input of implementations.
type RelatedIn struct {
	Symbol string `json:"symbol" param:",required"`
	File   string `json:"file,omitempty" param:"file/of_symbol"`
	Limit  *int   `json:"limit,omitempty"`
	Drawn

	limit int
}

// HierarchyIn is the input of hierarchy.
type HierarchyIn struct {
	Symbol    string `json:"symbol" param:",required"`
	File      string `json:"file,omitempty" param:"file/of_symbol"`
	Direction string `json:"direction,omitempty" param:"direction/types"`
	Depth     *int   `json:"depth,omitempty" param:",default=0"`
	Limit     *int   `json:"limit,omitempty"`
	Drawn

	query graph.HierarchyQuery
}

// ReferencesIn is the input of references.
type ReferencesIn struct {
	Symbol string   `json:"symbol" param:",required"`
	File   string   `json:"file,omitempty" param:"file/of_symbol"`
	Kinds  []string `json:"kinds,omitempty"`
	Limit  *int     `json:"limit,omitempty"`
	Drawn

	walks walking
}

func (in *ReferencesIn) walking() *walking { return &in.walks }

// References lists the references to a symbol.
func References() *tool.Spec {
	return walkQuestion(tool.Spec{
		Name: "references",
		Doc: `List every reference to a symbol, with its kind and the symbol around it
Calls, types, members, imports and inheritance, each with its line. For callers alone, use callers.`,
		Brief:   "Every resolved reference to a symbol, by kind and line.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph references Player.health --kind member"},
	}, checkReferences)
}

func checkReferences(in *ReferencesIn, _ *workspace.Workspace) error {
	_, limit, err := tool.Bounds(nil, in.Limit, 1)
	if err != nil {
		return err
	}
	var kinds []projectbase.ReferenceKind
	for _, name := range in.Kinds {
		k, ok := referenceKind(name)
		if !ok {
			return fmt.Errorf("%w: unknown kind %q; known kinds are %s", projectbase.ErrUsage, name, strings.Join(referenceKinds(), ", "))
		}
		kinds = append(kinds, k)
	}
	in.walks = walking{walk: graph.Walk{Symbol: in.Symbol, Each: true, Kinds: kinds, Depth: 1, Limit: limit}, file: in.File,
		title: referencesTitle, format: in.Format}
	return nil
}

func referenceKind(name string) (projectbase.ReferenceKind, bool) {
	for k := projectbase.ReferenceKind(0); k.Valid(); k++ {
		if k.String() == name {
			return k, true
		}
	}
	return 0, false
}

func referenceKinds() []string {
	var list []string
	for k := projectbase.ReferenceKind(0); k.Valid(); k++ {
		list = append(list, k.String())
	}
	return list
}

// HierarchyTool returns the base types and derived types of a type.
func HierarchyTool() *tool.Spec {
	return fanout.Question[HierarchyIn, *graph.Answer, *GraphOut]{Spec: tool.Spec{
		Name: "hierarchy",
		Doc: `Show the base types and derived types of a type
These are extended, implemented and embedded types, step by step. In Go, a type implements an
interface by having its methods.`,
		Brief:   "Base types and derived types of a type.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph hierarchy Shape\ncodegraph hierarchy Shape --direction down --format mermaid"},
	}, Check: checkHierarchy, Ask: askHierarchy,
		Merge: func(_ context.Context, a *fanout.Answers[HierarchyIn, *graph.Answer]) (*GraphOut, error) {
			return mergeRelated(a, a.In.Symbol, a.In.query.Limit, &GraphOut{title: hierarchyTitle, format: a.In.Format, lineage: true})
		},
		Join: func(out, remote *GraphOut, in *HierarchyIn) { out.add(remote, in.query.Limit) },
		Text: graphText}.Tool()
}

func checkHierarchy(in *HierarchyIn, _ *workspace.Workspace) (err error) {
	in.query = graph.HierarchyQuery{Type: in.Symbol, Up: in.Direction != graph.DirectionDown, Down: in.Direction != graph.DirectionUp}
	in.query.Depth, in.query.Limit, err = tool.Bounds(in.Depth, in.Limit, 0)
	return err
}

func askHierarchy(ctx context.Context, o *workspace.Index, in *HierarchyIn) (*graph.Answer, error) {
	return related(o, in.File, func(file projectbase.Path) (*graph.Answer, error) {
		h := in.query
		h.File = file
		return graph.ReadHierarchy(ctx, o.Index, h)
	})
}

// Implementations returns the subtypes of a type or the overrides of a member.
func Implementations() *tool.Spec {
	return fanout.Question[RelatedIn, *graph.Answer, *GraphOut]{Spec: tool.Spec{
		Name: "implementations",
		Doc: `Show the subtypes of a type, or the overrides of a member
Subtypes count over all steps. In Go, a type implements an interface by having its methods.`,
		Brief:   "Implementations of a type, or overrides of a member.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph implementations Store\ncodegraph implementations Store.Put"},
	}, Check: checkImplementations, Ask: askImplementations,
		Merge: func(_ context.Context, a *fanout.Answers[RelatedIn, *graph.Answer]) (*GraphOut, error) {
			return mergeRelated(a, a.In.Symbol, a.In.limit, &GraphOut{title: implementationsTitle, format: a.In.Format})
		},
		Join: func(out, remote *GraphOut, in *RelatedIn) { out.add(remote, in.limit) },
		Text: graphText}.Tool()
}

func checkImplementations(in *RelatedIn, _ *workspace.Workspace) (err error) {
	_, in.limit, err = tool.Bounds(nil, in.Limit, 0)
	return err
}

func askImplementations(ctx context.Context, o *workspace.Index, in *RelatedIn) (*graph.Answer, error) {
	return related(o, in.File, func(file projectbase.Path) (*graph.Answer, error) {
		return graph.Implementations(ctx, o.Index, in.Symbol, file, in.limit)
	})
}

// related asks one index about a type or member; nil if a project of a scope does
// not have it.
func related(o *workspace.Index, name string, ask func(projectbase.Path) (*graph.Answer, error)) (*graph.Answer, error) {
	file := projectbase.Path("")
	if name != "" {
		var err error
		if file, err = o.File(name); err != nil {
			return nil, err
		}
	}
	found, err := ask(file)
	if !o.Alone && errors.Is(err, projectbase.ErrNotFound) {
		return nil, nil
	}
	return found, err
}

// mergeRelated fills out with the answer of the project that has the symbol.
func mergeRelated[In any](a *fanout.Answers[In, *graph.Answer], name string, limit int, out *GraphOut) (*GraphOut, error) {
	out.Matches, out.TerminatedBy = []graph.Match{}, graph.EndExhausted
	begins := make([]begin, len(a.Parts))
	for i := range a.Parts {
		p := &a.Parts[i]
		begins[i] = begin{label: labelOf(a, i), distance: p.Target.Distance}
		if p.Answer != nil {
			begins[i].known, begins[i].target, begins[i].candidates = true, p.Answer.Target, p.Answer.Candidates
		}
	}
	at, err := chooseBegin(out, begins, name, a.Projects, len(a.Failures) > 0)
	if err != nil || at < 0 {
		return out, err
	}
	// In another project the name may mean a symbol that has no answer, such as a field.
	a.Failures = slices.DeleteFunc(a.Failures, func(f tool.ProjectFailure) bool { return f.Code == "usage" })
	p := &a.Parts[at]
	out.Matches, out.TerminatedBy, out.Total = p.Answer.Matches, p.Answer.TerminatedBy, p.Answer.Total
	for i := range out.Matches {
		out.Matches[i].Project, out.Matches[i].FromProject = begins[at].label, begins[at].label
	}
	p.Count = out.Total
	out.Truncated = len(out.Matches) < out.Total
	return out, nil
}
