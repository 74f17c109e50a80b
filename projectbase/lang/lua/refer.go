package lua

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// call enters the modules and files that a call loads, and the table from
// setmetatable.
func call(v *lang.Visit) {
	t := v.Tree
	name, arguments := t.Child(v.Node, "name"), t.Child(v.Node, "arguments")
	if name == syntax.None || arguments == syntax.None || t.Kind(name) != "identifier" {
		return
	}
	switch first := t.First(arguments); string(t.Text(name)) {
	case "require":
		load(v, first, projectbase.ImportModule)
	case "dofile", "loadfile":
		load(v, first, projectbase.ImportDynamic)
	case "pcall":
		if first != syntax.None && string(t.Text(first)) == "require" {
			load(v, t.After(arguments, first), projectbase.ImportDynamic)
		}
	case "setmetatable":
		if first != syntax.None {
			inherit(v, t.After(arguments, first))
		}
	}
}

// load enters the module that a string names.
func load(v *lang.Visit, name uint32, kind projectbase.ImportKind) {
	t := v.Tree
	if name == syntax.None || t.Kind(name) != "string" {
		return
	}
	content := t.Child(name, "content")
	if content == syntax.None {
		return
	}
	i := projectbase.Import{Module: string(t.Text(content)), Kind: kind}
	value := v.Node
	parent := t.Nodes[value].Parent
	if t.Kind(parent) == "dot_index_expression" {
		if member := t.Child(parent, "field"); member != syntax.None {
			i.Name = string(t.Text(member))
		}
		value, parent = parent, t.Nodes[parent].Parent
	}
	if list := parent; list != syntax.None && t.Kind(list) == "expression_list" && t.First(list) == value {
		statement := t.Nodes[list].Parent
		if left := t.ChildOf(statement, "variable_list"); left != syntax.None && t.Kind(t.First(left)) == "identifier" {
			i.Alias = string(t.Text(t.First(left)))
		}
	}
	v.Import(v.Node, i)
}

// inherit makes the __index of a metatable a base.
func inherit(v *lang.Visit, metatable uint32) {
	t := v.Tree
	if metatable == syntax.None || t.Kind(metatable) != "table_constructor" {
		return
	}
	t.Children(metatable, func(c uint32) bool {
		name, value := t.Child(c, "name"), t.Child(c, "value")
		if name != syntax.None && value != syntax.None && string(t.Text(name)) == "__index" && t.Kind(value) != "function_definition" {
			v.Refer(value, projectbase.RefExtends)
		}
		return true
	})
}

// module sets the file's module to the returned name.
func module(v *lang.Visit) {
	t := v.Tree
	if t.Nodes[v.Node].Parent != 0 {
		return
	}
	if list := t.First(v.Node); list != syntax.None {
		if value := t.First(list); value != syntax.None && t.Kind(value) == "identifier" {
			v.File.Package = string(t.Text(value))
		}
	}
}
