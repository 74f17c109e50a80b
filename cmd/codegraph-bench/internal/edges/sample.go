package edges

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// printSample prints random edges with a target in the tree, and the source lines to
// check them.
func (e *run) printSample(w io.Writer, o *export) error {
	if o.unresolved {
		return fmt.Errorf("the index of %s has no edges", e.dir)
	}
	var bound []*edge
	for i := range o.edges {
		if edge := &o.edges[i]; edge.bound() && e.samples(o, edge) {
			bound = append(bound, edge)
		}
	}
	if len(bound) == 0 {
		return fmt.Errorf("no edge in %s matches -kind, -only and -language", e.dir)
	}
	s := newSources(e.dir)
	for i, edge := range draw(bound, e.sample, e.seed) {
		fmt.Fprintf(w, "%3d. %s %s  %s:%d:%d\n     %s\n  -> %s  %s:%d\n     %s\n     %s: %s\n", i+1, edge.Reference, edge.Name, edge.File, edge.Line, edge.Column,
			s.line(edge.File, edge.Line), edge.Target, edge.TargetFile, edge.TargetLine, s.line(edge.TargetFile, edge.TargetLine), edge.Tier, edge.Reason)
	}
	fmt.Fprintf(w, "%d of %d edges, seed %d\n", min(e.sample, len(bound)), len(bound), e.seed)
	return nil
}

// samples reports whether an edge matches the language, kind and text.
func (e *run) samples(o *export, edge *edge) bool {
	kind := cmp.Or(e.look.kind, "all")
	return (e.language == "" || o.files[edge.File] == e.language) && (kind == "all" || edge.Reference == kind) &&
		strings.Contains(edge.Tier+": "+edge.Reason+"\n"+edge.Name+"\n"+edge.File, e.look.only)
}
