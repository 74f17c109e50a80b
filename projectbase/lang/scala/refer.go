package scala

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

func packageName(v *lang.Visit) {
	name := v.Tree.Child(v.Node, "name")
	if name == syntax.None {
		return
	}
	if v.File.Package != "" && v.Tree.Child(v.Node, "body") == syntax.None {
		v.File.Package += "."
	} else {
		v.File.Package = ""
	}
	v.File.Package += compact(v.Tree.Text(name))
}

// imports enters "import a.b", "import a.{b, c => d, _}", "import a.*, b.c"
// and exports.
func imports(v *lang.Visit) {
	t := v.Tree
	i := projectbase.Import{}
	if t.Kind(v.Node) == "export_declaration" {
		i.Kind = projectbase.ImportReexport
	}
	var path []uint32
	at, done := t.Nodes[v.Node].Start, false
	flush := func() {
		if n := len(path); n > 0 && !done {
			i.Module, i.Name, i.Alias = dotted(t, path[:n-1]), string(t.Text(path[n-1])), ""
			if n == 1 {
				i.Module, i.Name = i.Name, ""
			}
			v.Import(path[0], i)
		}
		path, done = path[:0], false
	}
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		if bytes.IndexByte(t.Source[min(at, t.Nodes[c].Start):t.Nodes[c].Start], ',') >= 0 {
			flush()
		}
		at = t.Nodes[c].End
		switch t.Kind(c) {
		case "identifier", "operator_identifier":
			path = append(path, c)
		case "namespace_wildcard":
			i.Module, i.Name, i.Alias = dotted(t, path), wildcard(t.Text(c)), ""
			v.Import(c, i)
			done = true
		case "namespace_selectors":
			i.Module = dotted(t, path)
			selectors(v, c, i)
			done = true
		case "as_renamed_identifier", "arrow_renamed_identifier":
			i.Module = dotted(t, path)
			renamed(v, c, i)
			done = true
		}
	}
	flush()
}

// wildcard is "*" for all names in any spelling, but "given" for givens.
func wildcard(text []byte) string {
	if string(text) == "given" {
		return "given"
	}
	return "*"
}

func dotted(t *syntax.Tree, path []uint32) string {
	var b []byte
	for n, part := range path {
		if n > 0 {
			b = append(b, '.')
		}
		b = append(b, t.Text(part)...)
	}
	return string(b)
}

func selectors(v *lang.Visit, list uint32, i projectbase.Import) {
	t := v.Tree
	for c := t.First(list); c != syntax.None; c = t.After(list, c) {
		i.Name, i.Alias = "", ""
		switch t.Kind(c) {
		case "namespace_wildcard":
			i.Name = wildcard(t.Text(c))
		case "identifier":
			i.Name = string(t.Text(c))
		case "as_renamed_identifier", "arrow_renamed_identifier":
			renamed(v, c, i)
			continue
		default:
			continue
		}
		v.Import(c, i)
	}
}

// renamed enters an import with an alias. The alias "_" hides the name, so it
// is no import.
func renamed(v *lang.Visit, node uint32, i projectbase.Import) {
	t := v.Tree
	name, alias := t.Child(node, "name"), t.Child(node, "alias")
	if name == syntax.None || alias == syntax.None || t.Kind(alias) == "wildcard" || string(t.Text(alias)) == "_" {
		return
	}
	i.Name, i.Alias = string(t.Text(name)), string(t.Text(alias))
	v.Import(node, i)
}

// bases enters the base types. The first base of a class may be a class; the
// others are traits. A trait extends all of its bases.
func bases(v *lang.Visit) {
	t := v.Tree
	parent := t.Nodes[v.Node].Parent
	trait := parent != syntax.None && t.Kind(parent) == "trait_definition"
	first := true
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		if kind := t.Kind(c); kind == "arguments" || kind == "comment" || kind == "block_comment" {
			continue
		}
		if t.Kind(c) == "compound_type" {
			for b := t.First(c); b != syntax.None; b = t.After(c, b) {
				v.Refer(b, baseKind(trait || first))
				first = false
			}
			continue
		}
		v.Refer(c, baseKind(trait || first))
		first = false
	}
}

func baseKind(extends bool) projectbase.ReferenceKind {
	if extends {
		return projectbase.RefExtends
	}
	return projectbase.RefImplements
}

// instance enters the type of "new T(x)".
func instance(v *lang.Visit) {
	t := v.Tree
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		switch t.Kind(c) {
		case "annotation", "arguments":
		case "compound_type":
			if c = t.First(c); c != syntax.None {
				v.Refer(c, projectbase.RefInstantiate)
			}
			return
		default:
			v.Refer(c, projectbase.RefInstantiate)
			return
		}
	}
}

func lower(name []byte) bool {
	first, _ := utf8.DecodeRune(name)
	return unicode.IsLower(first) || first == '_'
}

// call distinguishes an instantiation from a function call by the first letter
// of the name. Only the declaration would tell for certain.
func call(v *lang.Visit) {
	t := v.Tree
	function := t.Child(v.Node, "function")
	if function == syntax.None {
		return
	}
	callee := function
	if t.Kind(callee) == "generic_function" {
		if callee = t.Child(callee, "function"); callee == syntax.None {
			return
		}
	}
	name := callee
	if t.Kind(callee) == "field_expression" {
		name = t.Child(callee, "field")
	}
	kind := projectbase.RefCall
	if name != syntax.None && t.Kind(name) == "identifier" && !lower(t.Text(name)) && unicode.IsUpper(firstRune(t.Text(name))) {
		kind = projectbase.RefInstantiate
	}
	v.Refer(callee, kind)
}

func firstRune(text []byte) rune {
	first, _ := utf8.DecodeRune(text)
	return first
}

// infix enters the method between its operands: xs map f.
func infix(v *lang.Visit) {
	t := v.Tree
	if name := t.Child(v.Node, "operator"); name != syntax.None && t.Kind(name) == "identifier" {
		v.ReferTo(name, t.Child(v.Node, "left"), projectbase.RefCall)
	}
}

// postfix enters the method after its operand: xs toList.
func postfix(v *lang.Visit) {
	t := v.Tree
	object := t.First(v.Node)
	if object == syntax.None {
		return
	}
	if name := t.After(v.Node, object); name != syntax.None && t.Kind(name) == "identifier" {
		v.ReferTo(name, object, projectbase.RefCall)
	}
}

// fallback reports the default case.
func fallback(t *syntax.Tree, branch uint32) bool {
	if t.Kind(branch) != "case_clause" {
		return false
	}
	pattern := t.Child(branch, "pattern")
	return pattern != syntax.None && t.Kind(pattern) == "wildcard" && t.ChildOf(branch, "guard") == syntax.None
}

// arguments skips the names of named arguments.
func arguments(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		if t.Kind(c) == "assignment_expression" {
			if name := t.Child(c, "left"); name != syntax.None && t.Kind(name) == "identifier" {
				v.Skip(name)
			}
		}
		return true
	})
}
