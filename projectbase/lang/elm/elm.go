// Package elm describes the language Elm.
package elm

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/elm"
)

// Language is Elm.
var Language = &lang.Language{
	ID:   "elm",
	Name: "Elm",
	Tier: 2,

	Files: lang.Files{Extensions: []string{".elm"}},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "elm", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"lower_case_identifier", "upper_case_identifier"},
		Keywords:    []string{"module", "effect", "where", "import", "as", "exposing", "case", "of", "type", "alias", "port", "infix", "if", "then", "else", "let", "in"},
		Comments:    []string{"line_comment", "block_comment"},
		Strings:     []string{"string_constant_expr", "char_constant_expr"},
		Texts:       []string{"glsl_content"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "module_declaration", Kind: projectbase.KindNamespace, Word: "module", Refine: module},
			{Node: "type_alias_declaration", Kind: projectbase.KindType, Word: "type alias", Body: "typeExpression"},
			{Node: "type_declaration", Kind: projectbase.KindEnum, Word: "type", Body: "unionVariant"},
			{Node: "union_variant", Kind: projectbase.KindEnumMember, Word: "variant"},
			{Node: "port_annotation", Kind: projectbase.KindFunction, Word: "port", Type: "typeExpression"},
			{Node: "value_declaration", Kind: projectbase.KindFunction, Word: "function", Flat: true, Refine: value},
		},
		Leading: []string{"type_annotation"},
	},
	Metrics: lang.Metrics{Branches: []string{"if_else_expr", "case_of_branch"}},
	Hooks:   map[string]func(*lang.Visit){"import_clause": imported, "function_call_expr": call, "value_qid": member, "upper_case_qid": typeName},
}

// module declares a module by its whole path.
func module(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	d.Text = string(t.Text(d.Names[0]))
	for c := t.First(d.Names[0]); c != syntax.None; c = t.After(d.Names[0], c) {
		if t.Kind(c) == "upper_case_identifier" {
			d.Names[0] = c
		}
	}
	d.NoScope = true
	return true
}

// value declares a function, or a value without parameters. The annotation
// above has its type.
func value(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	head := t.Child(node, "functionDeclarationLeft")
	if head == syntax.None {
		return false
	}
	name := t.First(head)
	if name == syntax.None {
		return false
	}
	d.Names = []uint32{name}
	if before := previous(t, node); before != syntax.None && t.Kind(before) == "type_annotation" {
		d.Type = t.Child(before, "typeExpression")
	}
	return true
}

// previous returns the sibling before a node.
func previous(t *syntax.Tree, node uint32) uint32 {
	parent := t.Nodes[node].Parent
	if parent == syntax.None || node == parent+1 {
		return syntax.None
	}
	n := node - 1
	for t.Nodes[n].Parent != parent {
		n = t.Nodes[n].Parent
	}
	return n
}

// call enters a called function.
func call(v *lang.Visit) {
	target := v.Tree.Child(v.Node, "target")
	if target == syntax.None || v.Tree.Kind(target) != "value_expr" {
		return
	}
	if name := v.Tree.Child(target, "name"); name != syntax.None {
		refer(v, name, projectbase.RefCall)
	}
}

// member enters a qualified value. A bare name is often a parameter.
func member(v *lang.Visit) {
	if v.Tree.ChildOf(v.Node, "dot") != syntax.None {
		refer(v, v.Node, projectbase.RefMember)
	}
}

func typeName(v *lang.Visit) { refer(v, v.Node, projectbase.RefType) }

// refer enters the last part of a path, qualified by the other parts.
func refer(v *lang.Visit, path uint32, kind projectbase.ReferenceKind) {
	t := v.Tree
	name, object := uint32(syntax.None), uint32(syntax.None)
	for c := t.First(path); c != syntax.None; c = t.After(path, c) {
		if t.Kind(c) != "dot" {
			name, object = c, name
		}
	}
	if name != syntax.None {
		v.ReferTo(name, object, kind)
	}
}

// imported enters a module and the imported names.
func imported(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "moduleName")
	if name == syntax.None {
		return
	}
	v.Skip(name)
	i := projectbase.Import{Module: string(t.Text(name))}
	if as := t.Child(v.Node, "asClause"); as != syntax.None {
		if alias := t.Child(as, "name"); alias != syntax.None {
			i.Alias = string(t.Text(alias))
		}
	}
	v.Import(v.Node, i)
	list := t.Child(v.Node, "exposing")
	if list == syntax.None {
		return
	}
	for c := t.First(list); c != syntax.None; c = t.After(list, c) {
		switch t.Kind(c) {
		case "exposed_value", "exposed_type":
			if first := t.First(c); first != syntax.None {
				v.Import(c, projectbase.Import{Module: i.Module, Name: string(t.Text(first))})
			}
		case "double_dot":
			v.Import(c, projectbase.Import{Module: i.Module, Name: "*"})
		}
	}
}
