package java

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// importDeclaration enters "import a.B;", "import a.*;", "import static a.B.c;"
// and "import module a.b;".
func importDeclaration(v *lang.Visit) {
	t := v.Tree
	name := t.ChildOf(v.Node, "scoped_identifier", "identifier")
	if name == syntax.None {
		return
	}
	v.Skip(name)
	i := projectbase.Import{Module: compact(t.Text(name))}
	words := bytes.Fields(t.Source[t.Nodes[v.Node].Start:t.Nodes[name].Start])
	second := ""
	if len(words) > 1 {
		second = string(words[1])
	}
	if second == "static" {
		i.Kind = projectbase.ImportStatic
	}
	switch {
	case second == "module", t.ChildOf(v.Node, "asterisk") != syntax.None:
		i.Name = "*"
	case t.Kind(name) == "scoped_identifier":
		last, scope := t.Child(name, "name"), t.Child(name, "scope")
		if last != syntax.None && scope != syntax.None {
			i.Module, i.Name = compact(t.Text(scope)), string(t.Text(last))
		}
	}
	v.Import(v.Node, i)
}

func packageName(v *lang.Visit) {
	if name := v.Tree.ChildOf(v.Node, "scoped_identifier", "identifier"); name != syntax.None {
		v.File.Package = compact(v.Tree.Text(name))
		v.Skip(name)
	}
}

func moduleName(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None {
		v.Skip(name)
	}
}

// requires enters a required module; a transitive one is exported.
func requires(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "module")
	if name == syntax.None {
		return
	}
	v.Skip(name)
	i := projectbase.Import{Module: compact(t.Text(name))}
	t.Children(v.Node, func(c uint32) bool {
		if t.Kind(c) == "requires_modifier" && string(t.Text(c)) == "transitive" {
			i.Kind = projectbase.ImportReexport
		}
		return true
	})
	v.Import(v.Node, i)
}

// skipAll excludes names of packages and modules from members.
func skipAll(v *lang.Visit) {
	for c := v.Tree.First(v.Node); c != syntax.None; c = v.Tree.After(v.Node, c) {
		v.Skip(c)
	}
}

// uses enters the service that a module uses.
func uses(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "type"); name != syntax.None {
		v.Refer(name, projectbase.RefType)
		skipAll(v)
	}
}

// provides enters a service and its implementing classes.
func provides(v *lang.Visit) {
	kind := projectbase.RefType
	v.Tree.Children(v.Node, func(c uint32) bool {
		v.Refer(c, kind)
		kind = projectbase.RefInstantiate
		return true
	})
	skipAll(v)
}

// bases enters the base types: the types below a node, or in a list there.
func bases(kind projectbase.ReferenceKind) func(*lang.Visit) {
	return func(v *lang.Visit) {
		t := v.Tree
		list := v.Node
		if inner := t.ChildOf(v.Node, "type_list"); inner != syntax.None {
			list = inner
		}
		for c := t.First(list); c != syntax.None; c = t.After(list, c) {
			base := c
			if t.Kind(c) == "annotated_type" {
				base = lastChild(t, c)
			}
			v.Refer(base, kind)
		}
	}
}

func lastChild(t *syntax.Tree, node uint32) uint32 {
	last := node
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		last = c
	}
	return last
}

// typeParameter excludes the name of a type parameter from references.
func typeParameter(v *lang.Visit) {
	if name := v.Tree.ChildOf(v.Node, "type_identifier"); name != syntax.None {
		v.Skip(name)
	}
}

// typeName excludes var, and the packages before a type, from types.
func typeName(v *lang.Visit) {
	t := v.Tree
	text := t.Text(v.Node)
	if string(text) == "var" {
		v.Skip(v.Node)
		return
	}
	parent := t.Nodes[v.Node].Parent
	if parent == syntax.None || t.Kind(parent) != "scoped_type_identifier" {
		return
	}
	if first, _ := utf8.DecodeRune(text); unicode.IsLower(first) {
		v.Skip(v.Node)
	}
}

// delegation is the call of another constructor: this(...) and super(...).
func delegation(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "constructor"); name != syntax.None {
		v.ReferTo(name, syntax.None, projectbase.RefCall)
	}
}

func invocation(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None && v.Tree.Kind(name) == "identifier" {
		v.ReferTo(name, v.Tree.Child(v.Node, "object"), projectbase.RefCall)
	}
}

// methodReference enters "object::method" as a use of the method, and
// "Type::new" as an instantiation.
func methodReference(v *lang.Visit) {
	t := v.Tree
	first, last := t.First(v.Node), lastChild(t, v.Node)
	switch {
	case first == syntax.None:
	case bytes.HasSuffix(t.Text(v.Node), []byte("new")) && t.Nodes[last].End < t.Nodes[v.Node].End:
		v.Refer(first, projectbase.RefInstantiate)
	case first != last && t.Kind(last) == "identifier":
		v.ReferTo(last, first, projectbase.RefMember)
	}
}

// switchLabel enters the constants of a case.
func switchLabel(v *lang.Visit) {
	t := v.Tree
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		if t.Kind(c) == "identifier" {
			v.Refer(c, projectbase.RefMember)
		}
	}
}

// fallback reports the default section of a switch.
func fallback(t *syntax.Tree, branch uint32) bool {
	switch t.Kind(branch) {
	case "switch_rule", "switch_block_statement_group":
		return bytes.HasPrefix(t.Text(branch), []byte("default"))
	}
	return false
}
