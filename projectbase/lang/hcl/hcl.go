// Package hcl describes the HashiCorp configuration language of Terraform, Packer
// and Nomad.
package hcl

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/hcl"
)

// Language is HCL.
var Language = &lang.Language{
	ID:   "hcl",
	Name: "HCL",
	Tier: 2,

	Files: lang.Files{
		Extensions: []string{".tf", ".hcl", ".tfvars", ".nomad", ".tofu"},
		Filenames:  []string{".terraform.lock.hcl"},
	},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "hcl", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers:    []string{"identifier"},
		Names:          []string{"template_literal"},
		Keywords:       []string{"true", "false", "null", "for", "in", "if", "else", "endif", "endfor"},
		Comments:       []string{"comment"},
		Strings:        []string{"string_lit", "quoted_template", "heredoc_template"},
		Interpolations: []string{"template_interpolation", "template_directive"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "block", Kind: projectbase.KindSection, Word: "block", Refine: block},
			{Node: "attribute", Kind: projectbase.KindVariable, Refine: attribute},
		},
	},
	Refer: lang.Refer{Calls: []lang.Call{{Node: "function_call", Kind: projectbase.RefCall}}},
	Hooks: map[string]func(*lang.Visit){"variable_expr": path, "block": module},
}

// block declares a block by its last label. The label before it names the
// type; without two labels it is the block's own word.
func block(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	word := t.First(node)
	if word == syntax.None || t.Kind(word) != "identifier" {
		return false
	}
	d.Word, d.Body = string(t.Text(word)), t.ChildOf(node, "block_start")
	labels := labels(t, node)
	if len(labels) == 0 {
		d.Names = []uint32{word}
		return true
	}
	d.Names = labels[len(labels)-1:]
	if len(labels) > 1 {
		d.Owner = string(t.Text(labels[len(labels)-2]))
	}
	return true
}

// labels returns the labels of a block.
func labels(t *syntax.Tree, node uint32) []uint32 {
	var found []uint32
	for c := t.After(node, t.First(node)); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "identifier":
			found = append(found, c)
		case "string_lit":
			if text := t.ChildOf(c, "template_literal"); text != syntax.None {
				found = append(found, text)
			}
		case "block_start":
			return found
		}
	}
	return found
}

// attribute declares the values of locals, and all values of a variables file.
func attribute(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	body := t.Nodes[node].Parent
	if body == syntax.None || t.Kind(body) != "body" {
		return false
	}
	outer := t.Nodes[body].Parent
	switch {
	case outer == syntax.None:
		return false
	case t.Kind(outer) == "config_file":
		d.Word = "variable"
	case t.Kind(outer) == "block" && bytes.Equal(t.Text(t.First(outer)), []byte("locals")):
		d.Word = "local"
	default:
		return false
	}
	name := t.First(node)
	if name == syntax.None || t.Kind(name) != "identifier" {
		return false
	}
	d.Names, d.NoScope = []uint32{name}, true
	if value := t.After(node, name); value != syntax.None && t.Nodes[value].Row != t.Nodes[value].EndRow {
		d.Body = value
	}
	return true
}

// path enters the start of a path: var.x, module.x, and data.type.x or type.x
// of a resource.
func path(v *lang.Visit) {
	t := v.Tree
	parent := t.Nodes[v.Node].Parent
	root := t.First(v.Node)
	if parent == syntax.None || root == syntax.None {
		return
	}
	object, name := root, attributeAfter(t, parent, v.Node)
	if name == syntax.None {
		return
	}
	if string(t.Text(root)) == "data" {
		if next := attributeAfter(t, parent, t.Nodes[name].Parent); next != syntax.None {
			object, name = name, next
		}
	}
	v.ReferTo(name, object, projectbase.RefMember)
}

// attributeAfter returns the name in .name right after a child of parent.
func attributeAfter(t *syntax.Tree, parent, child uint32) uint32 {
	next := t.After(parent, child)
	if next == syntax.None || t.Kind(next) != "get_attr" {
		return syntax.None
	}
	return t.ChildOf(next, "identifier")
}

// module enters the source of a module as an import.
func module(v *lang.Visit) {
	t := v.Tree
	body := t.ChildOf(v.Node, "body")
	if body == syntax.None || string(t.Text(t.First(v.Node))) != "module" {
		return
	}
	for c := t.First(body); c != syntax.None; c = t.After(body, c) {
		if t.Kind(c) != "attribute" || string(t.Text(t.First(c))) != "source" {
			continue
		}
		for i := c; i < t.Nodes[c].Next; i++ {
			if t.Kind(i) == "template_literal" {
				v.Import(c, projectbase.Import{Module: string(t.Text(i))})
				return
			}
		}
	}
}
