package protobuf

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// imported enters an import.
func imported(v *lang.Visit) {
	t := v.Tree
	path := t.Child(v.Node, "path")
	if path == syntax.None {
		return
	}
	i := projectbase.Import{Module: strings.Trim(string(t.Text(path)), `"'`)}
	if between := t.Source[t.Nodes[v.Node].Start:t.Nodes[path].Start]; bytes.Contains(between, []byte("public")) {
		i.Kind = projectbase.ImportReexport
	}
	v.Import(v.Node, i)
}

// typeName enters a use of a message or an enum.
func typeName(v *lang.Visit) { refer(v, v.Node, projectbase.RefType) }

// option enters a use of a declared option.
func option(v *lang.Visit) {
	if name := v.Tree.ChildOf(v.Node, "full_ident"); name != syntax.None {
		refer(v, name, projectbase.RefDecorate)
	}
}

// refer enters a reference to the last part of a dotted name.
func refer(v *lang.Visit, node uint32, kind projectbase.ReferenceKind) {
	t := v.Tree
	last := uint32(syntax.None)
	t.Children(node, func(c uint32) bool {
		last = c
		return true
	})
	if last == syntax.None {
		return
	}
	before := strings.Trim(string(t.Source[t.Nodes[node].Start:t.Nodes[last].Start]), ". \t\r\n")
	v.ReferQualified(last, before, kind)
}
