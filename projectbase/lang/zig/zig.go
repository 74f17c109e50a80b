// Package zig describes the language Zig.
package zig

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/tree-sitter-grammars/tree-sitter-zig/bindings/go"
)

// Language is Zig. A type has no declaration of its own: it is the value of a
// constant, see variable.
var Language = &lang.Language{
	ID:       "zig",
	Name:     "Zig",
	Tier:     2,
	Extracts: "fn, struct, enum, union, opaque, error, field, const, var, test, calls, import",

	Files: lang.Files{Extensions: []string{".zig", ".zon"}},
	Parse: lang.Parse{
		Dialects: []lang.Dialect{{Name: "zig", Grammar: func() *sitter.Language { return sitter.NewLanguage(grammar.Language()) }}},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier", "builtin_identifier"},
		Keywords: []string{"addrspace", "align", "allowzero", "and", "anyframe", "anytype", "asm", "async", "await", "break", "callconv", "catch",
			"comptime", "const", "continue", "defer", "else", "enum", "errdefer", "error", "export", "extern", "false", "for", "if", "inline",
			"linksection", "noalias", "noinline", "nosuspend", "null", "opaque", "orelse", "packed", "pub", "resume", "return", "struct",
			"suspend", "switch", "test", "threadlocal", "true", "try", "undefined", "union", "unreachable", "usingnamespace", "var",
			"volatile", "while"},
		Comments: []string{"comment"},
		Strings:  []string{"string", "multiline_string", "character"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "function_declaration", Kind: projectbase.KindFunction, Word: "fn", Type: "type"},
			{Node: "variable_declaration", Kind: projectbase.KindVariable, Word: "var", Type: "type", Flat: true, Refine: variable},
			{Node: "container_field", Kind: projectbase.KindField, Type: "type", Flat: true, Refine: field},
			{Node: "test_declaration", Kind: projectbase.KindFunction, Word: "test", Refine: test},
		},
		Tokens:    []string{"pub", "const"},
		Modifiers: map[string]lang.Modifier{"pub": {Visibility: projectbase.VisibilityPublic, Flags: projectbase.FlagExported, Omit: true}},
		Finish:    finish,
	},
	Refer: lang.Refer{
		Calls:   []lang.Call{{Node: "call_expression", Function: "function", Kind: projectbase.RefCall}},
		Members: []lang.Member{{Node: "field_expression", Object: "object", Name: "member"}},
		Unwrap:  map[string]string{"parenthesized_expression": "", "try_expression": ""},
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "if_expression", "switch_case", "catch_expression"},
		Loops:     []string{"for_statement", "for_expression", "while_statement", "while_expression"},
		Returns:   []string{"return_expression"},
		Operators: []string{"and", "or", "orelse"},
		Else:      []string{"else_clause"},
	},
	Hooks: map[string]func(*lang.Visit){"builtin_function": imports, "error_set_declaration": errors},
}

// containers maps the nodes of type values to the symbols that they make.
var containers = map[string]struct {
	kind projectbase.Kind
	word string
}{
	"struct_declaration":    {projectbase.KindStruct, "struct"},
	"enum_declaration":      {projectbase.KindEnum, "enum"},
	"union_declaration":     {projectbase.KindStruct, "union"},
	"opaque_declaration":    {projectbase.KindStruct, "opaque"},
	"error_set_declaration": {projectbase.KindEnum, "error"},
}

// variable declares a constant or variable, or the type in its value: const
// Point = struct { ... }.
func variable(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = true
	var value uint32 = syntax.None
	t.Children(node, func(c uint32) bool {
		switch kind := t.Kind(c); {
		case kind == "const":
			d.Kind, d.Word = projectbase.KindConstant, "const"
		case kind == "identifier" && len(d.Names) == 0:
			d.Names = append(d.Names, c)
		case t.Nodes[c].Field == 0:
			value = c
		}
		return true
	})
	if value == syntax.None {
		return true
	}
	d.Body = value
	if c, ok := containers[t.Kind(value)]; ok {
		d.Kind, d.Word, d.Flat, d.NoScope = c.kind, c.word, false, false
		d.Suffix = " = " + c.word
	}
	return true
}

// field declares a field, or a name of an enumeration, whose fields have no
// type.
func field(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = d.Type == syntax.None || containers[t.Kind(d.Type)].word == ""
	if len(d.Names) == 0 && d.Type != syntax.None && t.Kind(d.Type) == "identifier" {
		d.Names, d.Type = []uint32{d.Type}, syntax.None
	}
	if parent := t.Nodes[node].Parent; parent != syntax.None && t.Kind(parent) == "enum_declaration" {
		d.Kind = projectbase.KindEnumMember
	}
	return true
}

// errors declares the names of an error set.
func errors(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		if t.Kind(c) == "identifier" {
			v.Declare(c, lang.Declared{Kind: projectbase.KindEnumMember, Names: []uint32{c}, Body: syntax.None, Type: syntax.None, NoScope: true})
		}
		return true
	})
}

// test declares a test by its description or by the identifier after "test".
func test(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Flags |= projectbase.FlagTest
	d.Body = t.ChildOf(node, "block")
	if text := t.ChildOf(node, "string"); text != syntax.None {
		d.Names, d.Text = []uint32{text}, strings.Trim(string(t.Text(text)), `"`)
		return d.Text != ""
	}
	if name := t.ChildOf(node, "identifier"); name != syntax.None {
		d.Names = []uint32{name}
		return true
	}
	return false
}

// imports enters the file or package that @import names.
func imports(v *lang.Visit) {
	t := v.Tree
	name, list := t.ChildOf(v.Node, "builtin_identifier"), t.ChildOf(v.Node, "arguments")
	if name == syntax.None || list == syntax.None || string(t.Text(name)) != "@import" {
		return
	}
	if path := t.ChildOf(list, "string"); path != syntax.None {
		v.Import(v.Node, projectbase.Import{Module: strings.Trim(string(t.Text(path)), `"`)})
	}
}

// finish marks the entry point, and sets the default visibility, private.
func finish(_ *lang.File, s *projectbase.Symbol) {
	if s.Kind == projectbase.KindFunction && s.Name == "main" && s.Container < 0 {
		s.Flags |= projectbase.FlagEntry
	}
	if s.Visibility == projectbase.VisibilityNone && s.Kind != projectbase.KindField && s.Kind != projectbase.KindEnumMember {
		s.Visibility = projectbase.VisibilityPrivate
	}
}
