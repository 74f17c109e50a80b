package php

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// namespaceName excludes the parts of a namespace's name from references.
func namespaceName(v *lang.Visit) {
	t := v.Tree
	if name := t.Child(v.Node, "name"); name != syntax.None {
		v.Skip(name)
		v.File.Package = string(t.Text(name))
	}
}

// use enters the names of a use statement.
func use(v *lang.Visit) {
	t := v.Tree
	before := ""
	t.Children(v.Node, func(c uint32) bool {
		switch t.Kind(c) {
		case "namespace_name":
			before = string(t.Text(c))
			v.Skip(c)
		case "namespace_use_clause", "namespace_use_group_clause":
			useClause(v, c, before)
		case "namespace_use_group":
			t.Children(c, func(g uint32) bool {
				useClause(v, g, before)
				return true
			})
		}
		return true
	})
}

func useClause(v *lang.Visit, clause uint32, before string) {
	t := v.Tree
	first := t.First(clause)
	if first == syntax.None {
		return
	}
	alias := ""
	if a := t.ChildOf(clause, "namespace_aliasing_clause"); a != syntax.None && t.First(a) != syntax.None {
		alias = string(t.Text(t.First(a)))
	}
	full := strings.Trim(string(bytes.TrimSpace(t.Text(first))), `\`)
	if before != "" {
		full = strings.Trim(before, `\`) + `\` + full
	}
	i := projectbase.Import{Module: full, Alias: alias}
	if at := strings.LastIndexByte(full, '\\'); at >= 0 {
		i.Module, i.Name = full[:at], full[at+1:]
	}
	v.Import(clause, i)
	name := first
	for c := first; c < t.Nodes[first].Next; c++ {
		if t.Kind(c) == "name" {
			name = c
		}
	}
	if t.Kind(name) == "name" {
		prefix := uint32(syntax.None)
		if t.Kind(first) == "qualified_name" {
			prefix, _ = parts(t, first)
		}
		v.ReferTo(name, prefix, projectbase.RefImport)
	}
	v.Skip(clause)
}

// include enters an included file: a literal path, or one after the directory
// of this file.
func include(v *lang.Visit) {
	t := v.Tree
	value := t.First(v.Node)
	for value != syntax.None && t.Kind(value) == "parenthesized_expression" {
		value = t.First(value)
	}
	if value == syntax.None {
		return
	}
	module, before := value, ""
	if t.Kind(value) == "binary_expression" {
		left, right := t.Child(value, "left"), t.Child(value, "right")
		if left == syntax.None || right == syntax.None {
			return
		}
		if text := string(t.Text(left)); text != "__DIR__" && text != "dirname(__FILE__)" {
			return
		}
		module, before = right, "."
	}
	switch t.Kind(module) {
	case "string", "encapsed_string":
		if content := t.First(module); content != syntax.None && t.After(module, content) == syntax.None && t.Kind(content) == "string_content" {
			v.Import(v.Node, projectbase.Import{Module: before + string(t.Text(content)), Kind: projectbase.ImportDynamic})
		}
	}
}
