// Package ocaml describes the language OCaml: structures and their interfaces.
package ocaml

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/ocaml"
)

// Language is OCaml.
var Language = &lang.Language{
	ID:   "ocaml",
	Name: "OCaml",
	Tier: 2,

	Files: lang.Files{
		Extensions:   []string{".ml", ".mli"},
		Interpreters: []string{"ocaml", "ocamlrun"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "ocaml", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{interfaceEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"value_name", "value_pattern", "module_name", "module_type_name", "type_constructor", "constructor_name", "field_name",
			"class_name", "class_type_name", "method_name", "instance_variable_name", "label_name", "attribute_id", "tag"},
		Keywords: []string{"and", "as", "assert", "begin", "class", "constraint", "do", "done", "downto", "else", "end", "exception", "external",
			"false", "for", "fun", "function", "functor", "if", "in", "include", "inherit", "initializer", "lazy", "let", "match", "method",
			"module", "mutable", "new", "nonrec", "object", "of", "open", "private", "rec", "sig", "struct", "then", "to", "true", "try",
			"type", "val", "virtual", "when", "while", "with", "mod", "land", "lor", "lxor", "lsl", "lsr", "asr"},
		Comments: []string{"comment"},
		Strings:  []string{"string", "quoted_string", "character"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "module_binding", Kind: projectbase.KindClass, Word: "module", Refine: prefixed("module ")},
			{Node: "module_type_definition", Kind: projectbase.KindInterface, Word: "module type"},
			{Node: "class_binding", Kind: projectbase.KindClass, Word: "class", Refine: prefixed("class ")},
			{Node: "class_type_binding", Kind: projectbase.KindInterface, Word: "class type", Refine: prefixed("class type ")},
			{Node: "type_binding", Kind: projectbase.KindType, Word: "type", Refine: typed},
			{Node: "let_binding", Kind: projectbase.KindVariable, Word: "value", Name: "pattern", Flat: true, Refine: bound},
			{Node: "value_specification", Kind: projectbase.KindVariable, Word: "value", Refine: specified},
			{Node: "external", Kind: projectbase.KindFunction, Word: "external", Refine: specified},
			{Node: "exception_definition", Kind: projectbase.KindClass, Word: "exception", Refine: exception},
			{Node: "method_definition", Kind: projectbase.KindMethod},
			{Node: "method_specification", Kind: projectbase.KindMethod, Refine: method},
			{Node: "instance_variable_definition", Kind: projectbase.KindField, Word: "value"},
			{Node: "constructor_declaration", Kind: projectbase.KindEnumMember, Word: "constructor", Refine: constructor},
			{Node: "field_declaration", Kind: projectbase.KindField, Refine: field},
		},
		Wrappers: []string{"value_definition", "module_definition", "type_definition", "class_definition", "class_type_definition"},
	},
	Metrics: lang.Metrics{
		Branches: []string{"if_expression", "match_case"},
		Loops:    []string{"while_expression", "for_expression"},
	},
	Hooks: map[string]func(*lang.Visit){"open_module": opened, "include_module": opened, "application_expression": call,
		"class_path": path(projectbase.RefExtends), "type_constructor_path": path(projectbase.RefType), "value_path": qualified},
}

// prefixed declares a member of a group, whose keyword is before the first
// member.
func prefixed(word string) func(*syntax.Tree, uint32, *lang.Declared) bool {
	return func(_ *syntax.Tree, _ uint32, d *lang.Declared) bool {
		d.Prefix = word
		return len(d.Names) > 0
	}
}

// interfaceEdits wraps the text of an interface in a module type, because the
// grammar only knows structures.
func interfaceEdits(t *syntax.Tree) []lang.Edit {
	end := uint32(len(t.Source))
	return []lang.Edit{{Text: "module type I = sig "}, {Start: end, End: end, Text: "\nend"}}
}

// typed distinguishes records and variants from other types.
func typed(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Prefix = "type "
	if d.Body == syntax.None {
		return len(d.Names) > 0
	}
	switch t.Kind(d.Body) {
	case "record_declaration":
		d.Kind, d.Word = projectbase.KindStruct, "record"
	case "variant_declaration":
		d.Kind, d.Word = projectbase.KindEnum, "variant"
	default:
		d.Body = syntax.None
	}
	return len(d.Names) > 0
}

// bound distinguishes functions from values. A destructuring pattern declares
// nothing.
func bound(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) != 1 || t.Kind(d.Names[0]) != "value_name" {
		return false
	}
	if outer := t.Nodes[node].Parent; outer != syntax.None {
		if p := t.Nodes[outer].Parent; p != syntax.None && t.Kind(p) == "let_expression" {
			return false
		}
	}
	d.Prefix = "let "
	body := d.Body
	for body != syntax.None && t.Kind(body) == "parenthesized_expression" {
		body = t.First(body)
	}
	if t.ChildOf(node, "parameter") != syntax.None || body != syntax.None && (t.Kind(body) == "fun_expression" || t.Kind(body) == "function_expression") {
		d.Kind, d.Word = projectbase.KindFunction, "function"
	}
	return true
}

// specified declares a value of an interface, by its type.
func specified(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "value_name")
	if name == syntax.None {
		return false
	}
	d.Names, d.Type = []uint32{name}, t.After(node, name)
	if d.Type != syntax.None && t.Kind(d.Type) == "function_type" {
		d.Kind = projectbase.KindFunction
		if d.Word == "value" {
			d.Word = "function"
		}
	}
	return true
}

func exception(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	c := t.ChildOf(node, "constructor_declaration")
	if c == syntax.None {
		return false
	}
	name := t.ChildOf(c, "constructor_name")
	d.Names = []uint32{name}
	return name != syntax.None
}

func constructor(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "constructor_name")
	parent := t.Nodes[node].Parent
	if name == syntax.None || parent == syntax.None || t.Kind(parent) != "variant_declaration" {
		return false
	}
	d.Names = []uint32{name}
	return true
}

func field(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "field_name")
	if name == syntax.None {
		return false
	}
	d.Names, d.Type = []uint32{name}, t.After(node, name)
	return true
}

func method(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "method_name")
	d.Names = []uint32{name}
	return name != syntax.None
}

// opened enters an opened module.
func opened(v *lang.Visit) {
	t := v.Tree
	module := t.ChildOf(v.Node, "module_path")
	if module == syntax.None {
		return
	}
	kind := projectbase.ImportModule
	if t.Kind(v.Node) == "include_module" {
		kind = projectbase.ImportReexport
	}
	v.Import(v.Node, projectbase.Import{Module: string(t.Text(module)), Name: "*", Kind: kind})
}

// call enters the applied function.
func call(v *lang.Visit) {
	if f := v.Tree.Child(v.Node, "function"); f != syntax.None && v.Tree.Kind(f) == "value_path" {
		refer(v, f, projectbase.RefCall)
	}
}

func path(kind projectbase.ReferenceKind) func(*lang.Visit) {
	return func(v *lang.Visit) { refer(v, v.Node, kind) }
}

// qualified enters a value of a module. A bare name is often a parameter.
func qualified(v *lang.Visit) {
	if v.Tree.ChildOf(v.Node, "module_path") != syntax.None {
		refer(v, v.Node, projectbase.RefMember)
	}
}

// refer enters the last part of a path, qualified by the other parts.
func refer(v *lang.Visit, path uint32, kind projectbase.ReferenceKind) {
	t := v.Tree
	name, object := uint32(syntax.None), uint32(syntax.None)
	for c := t.First(path); c != syntax.None; c = t.After(path, c) {
		name, object = c, name
	}
	if name == syntax.None {
		return
	}
	switch t.Kind(name) {
	case "value_name", "type_constructor", "class_name":
		v.ReferTo(name, object, kind)
	}
}
