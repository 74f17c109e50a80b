package graph

import (
	"context"
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query/graph"
)

// RelatedIn is what implementations takes.
type RelatedIn struct {
	Symbol    string `json:"symbol" param:",required"`
	File      string `json:"file,omitempty" param:"file/of_symbol"`
	Limit     *int   `json:"limit,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Drawn
}

// HierarchyIn is what hierarchy takes.
type HierarchyIn struct {
	Symbol    string `json:"symbol" param:",required"`
	File      string `json:"file,omitempty" param:"file/of_symbol"`
	Direction string `json:"direction,omitempty" param:"direction/types"`
	Depth     *int   `json:"depth,omitempty" param:",default=0"`
	Limit     *int   `json:"limit,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Drawn
}

// ReferencesIn is what references takes.
type ReferencesIn struct {
	Symbol    string   `json:"symbol" param:",required"`
	File      string   `json:"file,omitempty" param:"file/of_symbol"`
	Kinds     []string `json:"kinds,omitempty"`
	Scope     string   `json:"scope,omitempty"`
	Limit     *int     `json:"limit,omitempty"`
	MaxTokens int      `json:"max_tokens,omitempty"`
	tool.Drawn
}

// References lists the references to a symbol.
func References() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "references",
		Doc: `List every reference to a symbol, with its kind and what holds it
Calls, types, members, imports, inheritance: each at its own line. For the callers alone, by symbol,
ask callers.`,
		Brief:   "Every resolved reference to a symbol, by kind and line.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph references Player.health --kind member"},
	}, runReferences, graphText)
}

func runReferences(ctx context.Context, d *workspace.Workspace, in ReferencesIn) (*GraphOut, error) {
	_, limit, err := tool.Bounds(nil, in.Limit, 1)
	if err != nil {
		return nil, err
	}
	var kinds []projectbase.ReferenceKind
	for _, name := range in.Kinds {
		k, ok := referenceKind(name)
		if !ok {
			return nil, fmt.Errorf("%w: unknown kind %q; known are %s", projectbase.ErrUsage, name, strings.Join(referenceKinds(), ", "))
		}
		kinds = append(kinds, k)
	}
	ask := walkAsk{project: in.Project, file: in.File, scope: in.Scope, title: "references to %s", format: in.Format, tokens: in.MaxTokens}
	return walk(ctx, d, graph.Walk{Symbol: in.Symbol, Each: true, Kinds: kinds, Depth: 1, Limit: limit}, ask)
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

// HierarchyTool returns what a type is based on and what is based on it.
func HierarchyTool() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "hierarchy",
		Doc: `Show what a type is based on, and what is based on it
Extended, implemented and embedded types, step by step. Go's interfaces count where a type has their
methods.`,
		Brief:   "A type's bases and what is based on it.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph hierarchy Shape\ncodegraph hierarchy Shape --direction down --format mermaid"},
	}, runHierarchy, graphText)
}

func runHierarchy(ctx context.Context, d *workspace.Workspace, in HierarchyIn) (*GraphOut, error) {
	h := graph.HierarchyQuery{Type: in.Symbol, Up: in.Direction != graph.DirectionDown, Down: in.Direction != graph.DirectionUp}
	var err error
	if h.Depth, h.Limit, err = tool.Bounds(in.Depth, in.Limit, 0); err != nil {
		return nil, err
	}
	ask := walkAsk{project: in.Project, file: in.File, title: "hierarchy of %s", format: in.Format, tokens: in.MaxTokens}
	out, err := graphOf(ctx, d, ask, func(o *workspace.Index, file projectbase.Path) (*graph.Answer, error) {
		h.File = file
		return graph.ReadHierarchy(ctx, o.Index, h)
	})
	if err == nil {
		out.lineage = true
	}
	return out, err
}

// Implementations returns what implements a type or a member of one.
func Implementations() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "implementations",
		Doc: `Show what implements or extends a type, or overrides a member
Over any number of steps. Go's interfaces are implemented by types that have their methods.`,
		Brief:   "What implements a type, or overrides a member of one.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph implementations Store\ncodegraph implementations Store.Put"},
	}, runImplementations, graphText)
}

func runImplementations(ctx context.Context, d *workspace.Workspace, in RelatedIn) (*GraphOut, error) {
	_, limit, err := tool.Bounds(nil, in.Limit, 0)
	if err != nil {
		return nil, err
	}
	ask := walkAsk{project: in.Project, file: in.File, title: "implementations of %s", format: in.Format, tokens: in.MaxTokens}
	return graphOf(ctx, d, ask, func(o *workspace.Index, file projectbase.Path) (*graph.Answer, error) {
		return graph.Implementations(ctx, o.Index, in.Symbol, file, limit)
	})
}

// graphOf asks one project a question about the graph.
func graphOf(ctx context.Context, d *workspace.Workspace, ask walkAsk, answer func(*workspace.Index, projectbase.Path) (*graph.Answer, error)) (*GraphOut, error) {
	o, err := d.Open(ctx, ask.project)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	file, err := declaredIn(d, o, ask.file)
	if err != nil {
		return nil, err
	}
	found, err := answer(o, file)
	if err != nil {
		return nil, err
	}
	out := &GraphOut{Answer: found, Truncated: len(found.Matches) < found.Total, Complete: o.State.State != fresh.Unknown,
		Projects: []tool.ProjectAnswer{{Name: o.Name(), Matches: found.Total, Freshness: o.State}}, Failures: []tool.ProjectFailure{}, Limited: tool.Limit(o, ask.tokens),
		title: ask.title, format: ask.format}
	if o.State.State == fresh.Unknown {
		out.Hint = "the files could not be compared with the index: " + o.State.Reason
	}
	return out, nil
}
