package report

import (
	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// exportEdge is a line of the section edges.
type exportEdge struct {
	Kind       string            `json:"kind"` // "edge"
	Record     string            `json:"record"`
	File       projectbase.Path  `json:"file"`
	Line       uint32            `json:"line"`
	Column     uint32            `json:"column"` // bytes, from 1
	Reference  string            `json:"reference"`
	Name       string            `json:"name"`
	Tier       string            `json:"tier"`
	Reason     string            `json:"reason"`
	TargetFile projectbase.Path  `json:"target_file,omitempty"`
	TargetLine uint32            `json:"target_line,omitempty"`
	Target     string            `json:"target,omitempty"` // qualified name
	Candidates []exportCandidate `json:"candidates,omitempty"`
	Package    string            `json:"package,omitempty"`
}

type exportCandidate struct {
	File projectbase.Path `json:"file"`
	Line uint32           `json:"line"`
	Name string           `json:"name"`
}

// edges writes the resolved references of a file.
func (e *exporter) edges(f *store.File) error {
	refs, err := e.s.References(f.ID)
	if err != nil {
		return err
	}
	edges, err := e.s.Edges(f.ID)
	if err != nil {
		return err
	}
	for i, r := range refs.List {
		edge := edges.At(i)
		if edge.Tier == projectbase.TierNone {
			continue
		}
		out := exportEdge{Kind: "edge", Record: "edge", File: f.Path, Line: r.Line, Column: r.Column, Reference: r.Kind.String(),
			Name: refs.Names[r.Name], Tier: edge.Tier.String(), Reason: edge.Reason.String(), Package: edge.Package}
		for _, t := range edge.Targets {
			n, err := e.graph.Node(t)
			if err != nil {
				return err
			}
			c := exportCandidate{n.File.Info.Path, n.Symbol().NameLine, n.Qualified()}
			if edge.Tier == projectbase.TierAmbiguous {
				out.Candidates = append(out.Candidates, c)
			} else {
				out.TargetFile, out.TargetLine, out.Target = c.File, c.Line, c.Name
			}
		}
		if err := e.put(out); err != nil {
			return err
		}
	}
	return nil
}
