package swift

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// imported enters an import of a module, or of one thing in it.
func imported(v *lang.Visit) {
	t := v.Tree
	name := t.ChildOf(v.Node, "identifier")
	if name == syntax.None {
		return
	}
	v.Skip(name)
	i := projectbase.Import{Module: string(t.Text(name))}
	head := t.Source[t.Nodes[v.Node].Start:t.Nodes[name].Start]
	if words := bytes.Fields(head); len(words) > 0 && string(words[len(words)-1]) != "import" {
		if dot := strings.LastIndexByte(i.Module, '.'); dot > 0 {
			i.Module, i.Name = i.Module[:dot], i.Module[dot+1:]
		}
	}
	if bytes.Contains(head, []byte("@_exported")) {
		i.Kind = projectbase.ImportReexport
	}
	if i.Module == "XCTest" {
		v.File.Test = true
	}
	v.Import(v.Node, i)
}

// call enters a call. A capitalised name is an instantiated type.
func call(v *lang.Visit) {
	t := v.Tree
	function := t.First(v.Node)
	if function == syntax.None {
		return
	}
	kind := projectbase.RefCall
	if t.Kind(function) == "simple_identifier" {
		if first, _ := utf8.DecodeRune(t.Text(function)); unicode.IsUpper(first) {
			kind = projectbase.RefInstantiate
		}
	}
	v.Refer(function, kind)
}

// construct enters an instantiation with type arguments.
func construct(v *lang.Visit) {
	if typ := v.Tree.ChildOf(v.Node, "user_type"); typ != syntax.None {
		refer(v, typ, projectbase.RefInstantiate)
	}
}

func typeName(v *lang.Visit) { refer(v, v.Node, projectbase.RefType) }

// refer enters the last name of a type, qualified by the names before it.
func refer(v *lang.Visit, typ uint32, kind projectbase.ReferenceKind) {
	t := v.Tree
	last := uint32(syntax.None)
	t.Children(typ, func(c uint32) bool {
		if t.Nodes[c].Symbol != syntax.ErrorSymbol && t.Kind(c) == "type_identifier" {
			last = c
		}
		return true
	})
	if last == syntax.None {
		return
	}
	before := strings.TrimRight(string(t.Source[t.Nodes[typ].Start:t.Nodes[last].Start]), ". \t\r\n")
	v.ReferQualified(last, before, kind)
}

// attribute enters an attribute, unless it is one of the compiler.
func attribute(v *lang.Visit) {
	if typ := v.Tree.ChildOf(v.Node, "user_type"); typ != syntax.None {
		refer(v, typ, projectbase.RefDecorate)
	}
}

// inherit enters a base. The first base of a class may be a class; the bases
// of a protocol are protocols; all others are implemented.
func inherit(v *lang.Visit) {
	t := v.Tree
	base := t.Child(v.Node, "inherits_from")
	if base == syntax.None || t.Kind(base) != "user_type" {
		return
	}
	if at := t.Nodes[base].Start; at > 0 && t.Source[at-1] == '~' {
		v.Skip(base) // not the base
		return
	}
	kind := projectbase.RefImplements
	holder := t.Nodes[v.Node].Parent
	switch {
	case t.Kind(holder) == "protocol_declaration":
		kind = projectbase.RefExtends
	case t.ChildOf(holder, "inheritance_specifier") == v.Node:
		if name := t.Child(holder, "name"); name != syntax.None && t.Kind(name) == "type_identifier" {
			words := bytes.Fields(t.Source[t.Nodes[holder].Start:t.Nodes[name].Start])
			if len(words) > 0 && string(words[len(words)-1]) == "class" {
				kind = projectbase.RefExtends
			}
		}
	}
	refer(v, base, kind)
}

// parameter excludes the name of a type parameter from references.
func parameter(v *lang.Visit) {
	if name := v.Tree.ChildOf(v.Node, "type_identifier"); name != syntax.None {
		v.Skip(name)
	}
}

// leave counts return and throw statements.
func leave(v *lang.Visit) {
	text := v.Tree.Text(v.Node)
	if bytes.HasPrefix(text, []byte("return")) || bytes.HasPrefix(text, []byte("throw")) {
		v.Return()
	}
}
