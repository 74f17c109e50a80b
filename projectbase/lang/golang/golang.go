// Package golang describes the language Go.
package golang

import (
	"bytes"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/golang"
)

// Language is Go.
var Language = &lang.Language{
	ID:   "go",
	Name: "Go",

	Files: lang.Files{Extensions: []string{".go"}},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "go", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier", "field_identifier", "type_identifier", "package_identifier", "label_name"},
		Keywords: []string{"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for",
			"func", "go", "goto", "if", "import", "interface", "map", "package", "range", "return", "select", "struct",
			"switch", "type", "var", "nil", "true", "false"},
		Comments: []string{"comment"},
		Strings:  []string{"interpreted_string_literal", "raw_string_literal", "rune_literal"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "function_declaration", Kind: projectbase.KindFunction, Word: "func", Type: "result"},
			{Node: "method_declaration", Kind: projectbase.KindMethod, Word: "func", Type: "result", Refine: method},
			{Node: "method_elem", Kind: projectbase.KindMethod, Word: "func", Type: "result", Refine: interfaceMethod},
			{Node: "type_spec", Kind: projectbase.KindType, Word: "type", Refine: typeSpec},
			{Node: "type_alias", Kind: projectbase.KindType, Word: "alias", Body: "type", Type: "type", Refine: typeAlias},
			{Node: "field_declaration", Kind: projectbase.KindField, Body: "tag", Type: "type", Flat: true, Refine: field},
			{Node: "const_spec", Kind: projectbase.KindConstant, Word: "const", Body: "value", Type: "type", Flat: true, Refine: prefixed("const ")},
			{Node: "var_spec", Kind: projectbase.KindVariable, Word: "var", Body: "value", Type: "type", Flat: true, Refine: prefixed("var ")},
		},
		Wrappers: []string{"type_declaration", "const_declaration", "var_declaration"},
		Finish:   finish,
	},
	Refer: lang.Refer{
		Calls: []lang.Call{
			{Node: "call_expression", Function: "function", Kind: projectbase.RefCall},
			{Node: "type_conversion_expression", Function: "type", Kind: projectbase.RefCall},
			{Node: "composite_literal", Function: "type", Kind: projectbase.RefInstantiate},
		},
		Members: []lang.Member{
			{Node: "selector_expression", Object: "operand", Name: "field"},
			{Node: "qualified_type", Object: "package", Name: "name", Type: true},
		},
		Unwrap: map[string]string{"parenthesized_expression": "", "generic_type": "type", "index_expression": "operand",
			"type_instantiation_expression": "type", "pointer_type": ""},
		TypeNames: []string{"type_identifier"},
		Values:    []string{"identifier"},
		Binds: []string{"parameter_declaration.name", "variadic_parameter_declaration.name", "short_var_declaration.left",
			"range_clause.left", "receive_statement.left", "type_switch_statement.alias", "var_spec.name", "const_spec.name"},
		Labels: []string{"type_parameter_declaration.name"},
		Spread: []string{"expression_list"},
	},
	Bind: lang.Bind{
		Nodes:     bindings,
		Blocks:    blocks,
		Patterns:  patterns,
		Chains:    chains,
		Lists:     []string{"expression_list"},
		Annotated: []string{"type_constraint"},
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "expression_case", "type_case", "communication_case"},
		Loops:     []string{"for_statement"},
		Returns:   []string{"return_statement"},
		Operators: []string{"&&", "||"},
		Else:      []string{"alternative"},
	},
	Lookup:  lang.Lookup{Scope: scope},
	Entry:   lang.Entry{Main: lang.MainFunction},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks:   map[string]func(*lang.Visit){"import_spec": importSpec, "package_clause": packageClause, "field_declaration": embedded, "interface_type": embeddedInterfaces, "keyed_element": keyed},
}

func prefixed(prefix string) func(*syntax.Tree, uint32, *lang.Declared) bool {
	return func(_ *syntax.Tree, _ uint32, d *lang.Declared) bool {
		d.Prefix, d.NoScope = prefix, true
		return true
	}
}

// method sets the receiver's type as the owner.
func method(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	receiver := t.Child(node, "receiver")
	if receiver == syntax.None {
		return true
	}
	for i := receiver; i < t.Nodes[receiver].Next; i++ {
		if t.Kind(i) == "type_identifier" {
			d.Owner = string(t.Text(i))
			break
		}
	}
	return true
}

// interfaceMethod excludes methods of nameless interfaces, because no symbol
// contains them.
func interfaceMethod(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Flags |= projectbase.FlagAbstract
	return hasName(t, t.Nodes[node].Parent)
}

// hasName reports whether a struct or interface type is the type of a
// declaration.
func hasName(t *syntax.Tree, typ uint32) bool {
	if typ == syntax.None || t.Nodes[typ].Parent == syntax.None {
		return false
	}
	kind := t.Kind(t.Nodes[typ].Parent)
	return kind == "type_spec" || kind == "type_alias"
}

func typeAlias(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Prefix = "type "
	return true
}

// typeSpec takes kind and body from the declared type.
func typeSpec(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Prefix = "type "
	typ := t.Child(node, "type")
	if typ == syntax.None {
		return true
	}
	if parameters := t.Child(node, "type_parameters"); parameters != syntax.None &&
		bytes.IndexByte(t.Source[t.Nodes[parameters].End:t.Nodes[typ].Start], '=') >= 0 {
		// The grammar lacks aliases with type parameters and skips the equals
		// sign.
		d.Word, d.Type = "alias", typ
		return true
	}
	switch t.Kind(typ) {
	case "struct_type":
		d.Kind, d.Word = projectbase.KindStruct, "struct"
		d.Body = t.ChildOf(typ, "field_declaration_list")
	case "interface_type":
		d.Kind, d.Word = projectbase.KindInterface, "interface"
		if first := t.First(typ); first != syntax.None {
			d.Body = first
		}
	default:
		d.Type = typ
	}
	return true
}

// field names an embedded field by its type.
func field(t *syntax.Tree, _ uint32, d *lang.Declared) bool {
	d.NoScope = len(d.Names) == 0 || d.Type == syntax.None || t.Kind(d.Type) != "struct_type"
	if len(d.Names) == 0 && d.Type != syntax.None {
		if name := lastTypeName(t, d.Type); name != syntax.None {
			d.Text, d.Word = string(t.Text(name)), "embedded"
		}
	}
	return true
}

// lastTypeName returns the identifier of a possibly qualified, generic or pointer type.
func lastTypeName(t *syntax.Tree, typ uint32) uint32 {
	for typ != syntax.None {
		switch t.Kind(typ) {
		case "type_identifier":
			return typ
		case "qualified_type":
			return t.Child(typ, "name")
		case "generic_type":
			typ = t.Child(typ, "type")
		case "pointer_type":
			typ = t.First(typ)
		default:
			return syntax.None
		}
	}
	return syntax.None
}

// embedded enters an embedded type as a base of the struct.
func embedded(v *lang.Visit) {
	list := v.Tree.Nodes[v.Node].Parent
	if list != syntax.None && hasName(v.Tree, v.Tree.Nodes[list].Parent) && v.Tree.Child(v.Node, "name") == syntax.None {
		if typ := v.Tree.Child(v.Node, "type"); typ != syntax.None {
			v.Refer(typ, projectbase.RefExtends)
		}
	}
}

// embeddedInterfaces enters embedded interfaces as bases, but not the terms of
// a union.
func embeddedInterfaces(v *lang.Visit) {
	t := v.Tree
	if !hasName(t, v.Node) {
		return
	}
	t.Children(v.Node, func(c uint32) bool {
		if t.Kind(c) != "type_elem" {
			return true
		}
		if typ := t.First(c); typ != syntax.None && t.After(c, typ) == syntax.None {
			v.Refer(typ, projectbase.RefExtends)
		}
		return true
	})
}

func importSpec(v *lang.Visit) {
	t := v.Tree
	path := t.Child(v.Node, "path")
	if path == syntax.None {
		return
	}
	i := projectbase.Import{Module: strings.Trim(string(t.Text(path)), "\"`")}
	if name := t.Child(v.Node, "name"); name != syntax.None {
		i.Alias = string(t.Text(name))
	}
	if i.Alias == "." {
		i.Name = "*"
	}
	v.Import(v.Node, i)
}

func packageClause(v *lang.Visit) {
	if name := v.Tree.First(v.Node); name != syntax.None {
		v.File.Package = string(v.Tree.Text(name))
	}
	v.File.Test = strings.HasSuffix(string(v.File.Path), "_test.go")
}

// finish applies Go's rules of names: capitalized names are exported, main is
// an entry point, and the prefixes of the go command mark tests.
func finish(f *lang.File, s *projectbase.Symbol) {
	first, _ := utf8.DecodeRuneInString(s.Name)
	if unicode.IsUpper(first) {
		s.Flags |= projectbase.FlagExported
		s.Visibility = projectbase.VisibilityPublic
	} else if s.Kind != projectbase.KindConstant || s.Name != "_" {
		s.Visibility = projectbase.VisibilityInternal
	}
	if s.Kind == projectbase.KindFunction {
		if s.Name == "main" && f.Package == "main" {
			s.Flags |= projectbase.FlagEntry
		}
		for _, prefix := range []string{"Test", "Benchmark", "Fuzz", "Example"} {
			if rest, ok := strings.CutPrefix(s.Name, prefix); ok && f.Test && !startsLower(rest) {
				s.Flags |= projectbase.FlagTest
			}
		}
	}
	if s.Doc == "" {
		return
	}
	for line := range strings.Lines(s.Doc) {
		if strings.HasPrefix(line, "Deprecated:") {
			s.Flags |= projectbase.FlagDeprecated
		}
		if directive.MatchString(line) {
			s.Doc = strings.TrimSpace(strings.Replace("\n"+s.Doc, "\n"+line, "\n", 1))
		}
	}
}

// directive is a comment for a tool, not documentation.
var directive = regexp.MustCompile(`^(go|lint|nolint):[a-z0-9]`)

func startsLower(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsLower(first)
}
