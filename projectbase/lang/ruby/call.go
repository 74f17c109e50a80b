package ruby

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// call enters a call, or the declaration, import or modifier that it stands
// for.
func call(v *lang.Visit) {
	t := v.Tree
	name, receiver := t.Child(v.Node, "method"), t.Child(v.Node, "receiver")
	if name == syntax.None {
		return
	}
	if receiver == syntax.None && t.Kind(name) == "identifier" {
		structure(v, string(t.Text(name)), t.Child(v.Node, "arguments"))
	}
	if (receiver == syntax.None || string(t.Text(receiver)) == "RSpec") && testCase(v, name, receiver) {
		return
	}
	if receiver != syntax.None {
		members(v, name, receiver)
	}
	switch t.Kind(name) {
	case "identifier":
		if receiver != syntax.None && string(t.Text(name)) == "new" {
			if kind := t.Kind(receiver); kind == "constant" || kind == "scope_resolution" {
				refer(v, receiver, projectbase.RefInstantiate)
				v.Skip(name)
				return
			}
		}
		v.ReferTo(name, receiver, projectbase.RefCall)
	case "constant":
		v.ReferTo(name, receiver, projectbase.RefCall)
	}
}

// refer enters a constant or a path of constants.
func refer(v *lang.Visit, node uint32, kind projectbase.ReferenceKind) {
	t := v.Tree
	switch t.Kind(node) {
	case "constant":
		v.ReferTo(node, syntax.None, kind)
	case "scope_resolution":
		name, scope := t.Child(node, "name"), t.Child(node, "scope")
		if name != syntax.None && t.Kind(name) == "constant" {
			v.ReferTo(name, scope, kind)
		}
		if scope != syntax.None && (t.Kind(scope) == "constant" || t.Kind(scope) == "scope_resolution") {
			v.Skip(scope)
		}
	}
}

// structure handles calls that declare something: attr_accessor, private,
// include and others.
func structure(v *lang.Visit, word string, arguments uint32) {
	if arguments == syntax.None {
		return
	}
	t := v.Tree
	switch word {
	case "require", "require_relative", "load", "autoload":
		imports(v, word, arguments)
	case "include", "extend", "prepend":
		t.Children(arguments, func(c uint32) bool {
			refer(v, c, projectbase.RefExtends)
			return true
		})
	case "attr_accessor", "attr_reader", "attr_writer", "attr":
		attributes(v, word, arguments, 0)
	case "cattr_accessor", "cattr_reader", "cattr_writer", "mattr_accessor", "mattr_reader", "mattr_writer", "class_attribute",
		"thread_mattr_accessor", "thread_cattr_accessor":
		attributes(v, word, arguments, projectbase.FlagStatic)
	case "define_method", "define_singleton_method":
		defined(v, word, arguments)
	case "alias_method":
		if first := t.First(arguments); first != syntax.None {
			if name, text := literal(t, first); name != syntax.None && text != "" {
				v.Declare(v.Node, lang.Declared{Kind: projectbase.KindMethod, Word: "alias", Names: []uint32{name},
					Body: syntax.None, Type: syntax.None, NoScope: true})
			}
		}
	case "private", "protected", "public", "module_function", "private_class_method":
		t.Children(arguments, func(c uint32) bool {
			if _, text := literal(t, c); text != "" {
				say(v, word, text)
			}
			return true
		})
	}
}

// say records a statement about a method by its name, until all methods are
// known.
func say(v *lang.Visit, word, name string) {
	if v.File.Named == nil {
		v.File.Named = map[string]projectbase.SymbolFlags{}
	}
	v.File.Named[word+" "+className(v.Tree, v.Node)+" "+name] = 0
}

// members reads the base of Class.new, and the names of Struct.new and
// Data.define.
func members(v *lang.Visit, name, receiver uint32) {
	t := v.Tree
	arguments, parent := t.Child(v.Node, "arguments"), t.Nodes[v.Node].Parent
	if arguments == syntax.None || parent == syntax.None || t.Kind(parent) != "assignment" && t.Kind(parent) != "superclass" {
		return
	}
	switch string(t.Text(receiver)) + "." + string(t.Text(name)) {
	case "Class.new":
		if base := t.First(arguments); base != syntax.None {
			refer(v, base, projectbase.RefExtends)
		}
	case "Struct.new", "Data.define":
		attributes(v, "member", arguments, 0)
	}
}

// imports enters files loaded by a literal path.
func imports(v *lang.Visit, word string, arguments uint32) {
	t := v.Tree
	first := t.First(arguments)
	if first == syntax.None {
		return
	}
	i := projectbase.Import{}
	if word == "load" || word == "autoload" {
		i.Kind = projectbase.ImportDynamic
	}
	if word == "autoload" {
		if _, i.Name = literal(t, first); i.Name == "" {
			return
		}
		if first = t.After(arguments, first); first == syntax.None {
			return
		}
	}
	if t.Kind(first) != "string" {
		return
	}
	if _, i.Module = literal(t, first); i.Module == "" {
		return
	}
	if word == "require_relative" && !strings.HasPrefix(i.Module, ".") {
		i.Module = "./" + i.Module
	}
	v.Import(v.Node, i)
}

// attributes declares the methods of attr_accessor and similar calls.
func attributes(v *lang.Visit, word string, arguments uint32, flags projectbase.SymbolFlags) {
	t := v.Tree
	if singleton(t, v.Node) {
		flags |= projectbase.FlagStatic
	}
	var names []uint32
	t.Children(arguments, func(c uint32) bool {
		if name, text := literal(t, c); name != syntax.None && text != "" {
			names = append(names, name)
		}
		return true
	})
	if len(names) == 0 {
		return
	}
	d := lang.Declared{Kind: projectbase.KindProperty, Word: word, Names: names, Body: t.Child(v.Node, "block"), Type: syntax.None,
		Flags: flags, NoScope: true}
	called(t, v.Node, &d)
	v.Declare(v.Node, d)
}

// defined declares a method whose name is a literal.
func defined(v *lang.Visit, word string, arguments uint32) {
	t := v.Tree
	first := t.First(arguments)
	if first == syntax.None {
		return
	}
	name, text := literal(t, first)
	if name == syntax.None || text == "" {
		return
	}
	d := lang.Declared{Kind: projectbase.KindMethod, Word: word, Names: []uint32{name}, Body: t.Child(v.Node, "block"), Type: syntax.None}
	if word == "define_singleton_method" || singleton(t, v.Node) {
		d.Flags |= projectbase.FlagStatic
	}
	v.ReferTo(t.Child(v.Node, "method"), syntax.None, projectbase.RefCall)
	v.Declare(v.Node, d)
}

// testCase declares tests and test groups that are blocks with a sentence as
// name.
func testCase(v *lang.Visit, name, receiver uint32) bool {
	t := v.Tree
	block, arguments := t.Child(v.Node, "block"), t.Child(v.Node, "arguments")
	if block == syntax.None || arguments == syntax.None || !v.File.Test {
		return false
	}
	d := lang.Declared{Kind: projectbase.KindFunction, Word: string(t.Text(name)), Body: block, Type: syntax.None, Flags: projectbase.FlagTest}
	switch d.Word {
	case "it", "specify", "example", "test", "scenario":
	case "describe", "context", "feature", "shared_examples", "shared_context":
		d.Kind = projectbase.KindNamespace
	default:
		return false
	}
	first := t.First(arguments)
	if first == syntax.None {
		return false
	}
	if kind := t.Kind(first); kind == "constant" || kind == "scope_resolution" {
		d.Text = string(t.Text(first))
	} else {
		_, d.Text = literal(t, first)
	}
	if d.Text == "" || len(d.Text) > maxSentence || strings.ContainsAny(d.Text, "\n\r") {
		return false
	}
	v.ReferTo(name, receiver, projectbase.RefCall)
	v.Declare(v.Node, d)
	return true
}

// maxSentence bounds the name of a test, in bytes.
const maxSentence = 200

// word begins a section of methods: "private" on a line of its own.
func word(v *lang.Visit) {
	t := v.Tree
	parent := t.Nodes[v.Node].Parent
	if parent == syntax.None || t.Kind(parent) != "body_statement" {
		return
	}
	switch text := string(t.Text(v.Node)); text {
	case "private", "protected", "public":
		v.Section(text, visibility(text))
	case moduleFunction:
		v.Section(text, projectbase.VisibilityPublic)
	}
}

// group limits sections to a part of a class.
func group(v *lang.Visit) { v.Group(v.Node) }

func superclass(v *lang.Visit) {
	t := v.Tree
	base := t.First(v.Node)
	if base == syntax.None {
		return
	}
	if t.Kind(base) == "call" { // Struct.new(:a), ActiveRecord::Migration[7.0]
		if base = t.Child(base, "receiver"); base == syntax.None {
			return
		}
	}
	if t.Kind(base) == "element_reference" {
		if base = t.Child(base, "object"); base == syntax.None {
			return
		}
	}
	refer(v, base, projectbase.RefExtends)
}

func scoped(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None {
		refer(v, v.Node, constantKind(v.Tree.Text(name)))
	}
}

func constant(v *lang.Visit) {
	v.ReferTo(v.Node, syntax.None, constantKind(v.Tree.Text(v.Node)))
}

// constantKind distinguishes constants by their spelling: names without
// lower-case letters are values, others are classes.
func constantKind(name []byte) projectbase.ReferenceKind {
	if len(name) > 1 && strings.ToUpper(string(name)) == string(name) {
		return projectbase.RefMember
	}
	return projectbase.RefType
}

// aliased enters a reference to a method that gets another name.
func aliased(v *lang.Visit) {
	if old := v.Tree.Child(v.Node, "alias"); old != syntax.None && v.Tree.Kind(old) == "identifier" {
		v.ReferTo(old, syntax.None, projectbase.RefMember)
	}
}

// overridden is the qualifier of a super call. It cannot occur in Ruby code,
// because super.name is a call on the result of super.
const overridden = "#super"

// super enters a reference to the overridden method.
func super(v *lang.Visit) {
	t := v.Tree
	for i := t.Nodes[v.Node].Parent; i != syntax.None; i = t.Nodes[i].Parent {
		switch t.Kind(i) {
		case "method", "singleton_method":
			if name := t.Child(i, "name"); name != syntax.None && t.Kind(name) == "identifier" {
				v.ReferAs(v.Node, name, overridden, projectbase.RefCall)
			}
			return
		case "class", "module", "singleton_class":
			return
		}
	}
}
