package cpp

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// namespace declares nested namespaces with one name, as in a::b. A nameless
// namespace is no container.
func namespace(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	name := d.Names[0]
	d.Text = strings.ToValidUTF8(strings.Join(strings.Fields(string(t.Text(name))), ""), "\uFFFD")
	if last := lastIdentifier(t, name); last != syntax.None {
		d.Names[0] = last
	}
	return true
}

func lastIdentifier(t *syntax.Tree, node uint32) uint32 {
	last := uint32(syntax.None)
	for i := node; i < t.Nodes[node].Next; i++ {
		if t.Kind(i) == "namespace_identifier" {
			last = i
		}
	}
	return last
}

// namespaceName excludes the parts of a namespace's name from references.
func namespaceName(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None {
		v.Skip(name)
	}
}

func alias(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = true
	return true
}

// concept ends the head before the condition.
func concept(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	d.Body = t.After(node, d.Names[0])
	return true
}

// access begins a section of a class. The same words before a base class do
// not.
func access(v *lang.Visit) {
	parent := v.Tree.Nodes[v.Node].Parent
	if parent == syntax.None || v.Tree.Kind(parent) == "base_class_clause" {
		return
	}
	word := strings.Fields(string(v.Tree.Text(v.Node)))[0]
	switch word {
	case "public":
		v.Section(word, projectbase.VisibilityPublic)
	case "protected":
		v.Section(word, projectbase.VisibilityProtected)
	case "private":
		v.Section(word, projectbase.VisibilityPrivate)
	}
}

// bases enters the base classes.
func bases(v *lang.Visit) {
	t := v.Tree
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		switch t.Kind(c) {
		case "type_identifier", "qualified_identifier", "template_type":
			v.Refer(c, projectbase.RefExtends)
		}
	}
}

// using enters "using namespace a::b" and "using a::b".
func using(v *lang.Visit) {
	t := v.Tree
	name := t.First(v.Node)
	if name == syntax.None {
		return
	}
	text := strings.Join(strings.Fields(string(t.Text(name))), "")
	words := strings.Fields(string(t.Text(v.Node)))
	if len(words) > 1 && words[1] == "namespace" {
		v.Import(v.Node, projectbase.Import{Module: text, Name: "*"})
		v.Skip(name)
		return
	}
	i := strings.LastIndex(text, "::")
	if i <= 0 {
		return
	}
	v.Import(v.Node, projectbase.Import{Module: text[:i], Name: text[i+2:]})
	v.Refer(name, projectbase.RefImport)
}

// namespaceAlias enters "namespace fs = std::filesystem".
func namespaceAlias(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None {
		return
	}
	target := t.After(v.Node, name)
	if target == syntax.None {
		return
	}
	v.Import(v.Node, projectbase.Import{Module: strings.Join(strings.Fields(string(t.Text(target))), ""), Alias: string(t.Text(name))})
	v.Skip(v.Node)
}

// initializer enters the member or base class that a constructor initializes.
func initializer(v *lang.Visit) {
	if name := v.Tree.First(v.Node); name != syntax.None {
		v.Refer(name, projectbase.RefMember)
	}
}
