// Package groovy describes the language Groovy, used by Gradle and Jenkins.
package groovy

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/groovy"
)

// Language is Groovy. The grammar lacks constructors and traits, so these are
// only terms.
var Language = &lang.Language{
	ID:   "groovy",
	Name: "Groovy",
	Tier: 2,

	Files: lang.Files{
		Extensions:   []string{".groovy", ".gradle", ".gvy", ".gsh", ".jenkinsfile"},
		Filenames:    []string{"Jenkinsfile"},
		Interpreters: []string{"groovy"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "groovy", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier"},
		Keywords: []string{"abstract", "as", "assert", "break", "case", "catch", "class", "const", "continue", "def", "default", "do", "else",
			"enum", "extends", "false", "final", "finally", "for", "goto", "if", "implements", "import", "in", "instanceof", "interface", "new",
			"null", "package", "private", "protected", "public", "return", "static", "super", "switch", "this", "throw", "throws", "trait", "true",
			"try", "while", "int", "long", "short", "byte", "char", "float", "double", "boolean", "void"},
		Reserved:       []string{"this", "super"},
		Comments:       []string{"comment", "groovy_doc", "shebang"},
		Strings:        []string{"string"},
		Interpolations: []string{"interpolation"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "class_definition", Kind: projectbase.KindClass, Word: "class", Refine: class},
			{Node: "function_definition", Kind: projectbase.KindFunction, Name: "function", Type: "type"},
			{Node: "function_declaration", Kind: projectbase.KindFunction, Name: "function", Type: "type"},
			{Node: "declaration", Kind: projectbase.KindVariable, Type: "type", Flat: true, Refine: declaration},
		},
		Attributes: []string{"annotation"},
		ModifierOf: []string{"access_modifier", "modifier"},
		Modifiers: map[string]lang.Modifier{
			"public":    {Visibility: projectbase.VisibilityPublic, Omit: true},
			"private":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"protected": {Visibility: projectbase.VisibilityProtected, Omit: true},
			"static":    {Flags: projectbase.FlagStatic, Omit: true},
			"abstract":  {Flags: projectbase.FlagAbstract},
		},
	},
	Refer: lang.Refer{
		Calls: []lang.Call{
			{Node: "function_call", Function: "function", Kind: projectbase.RefCall},
			{Node: "juxt_function_call", Function: "function", Kind: projectbase.RefCall},
		},
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "case", "ternary_op"},
		Loops:     []string{"for_loop", "for_in_loop", "while_loop", "do_while_loop"},
		Returns:   []string{"return"},
		Operators: []string{"&&", "||"},
	},
	Foreign: lang.Foreign{Family: "jvm", Namespaces: true, StaticImports: true},
	Hooks: map[string]func(*lang.Visit){"groovy_import": imported, "class_definition": super, "annotation": annotated,
		"function_call": call, "juxt_function_call": call},
}

// class distinguishes interfaces from classes.
func class(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	start := t.Nodes[node].Start
	words := string(t.Source[start:t.Nodes[d.Names[0]].Start])
	if len(words) >= len("interface ") && words[len(words)-len("interface "):] == "interface " {
		d.Kind, d.Word = projectbase.KindInterface, "interface"
	}
	return true
}

// declaration declares a variable, or a field of the class around it.
func declaration(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	if d.Type != syntax.None {
		switch string(t.Text(d.Type)) {
		case "enum", "trait": // the grammar reads these as types
			d.Type = syntax.None
			d.Kind, d.Word = projectbase.KindEnum, "enum"
			if string(t.Text(t.First(node))) == "trait" {
				d.Kind, d.Word = projectbase.KindInterface, "trait"
			}
			return true
		}
	}
	d.NoScope = true
	if body := t.Nodes[node].Parent; body != syntax.None {
		if outer := t.Nodes[body].Parent; outer != syntax.None && t.Kind(outer) == "class_definition" {
			d.Kind, d.Flat = projectbase.KindField, false
		}
	}
	return true
}

// super enters the base class.
func super(v *lang.Visit) {
	c, name := v.Tree.Child(v.Node, "superclass"), v.Tree.Child(v.Node, "name")
	if c != syntax.None && name != syntax.None {
		v.ReferOf(string(v.Tree.Text(name)), c, projectbase.RefExtends)
	}
}

func annotated(v *lang.Visit) {
	if name := v.Tree.ChildOf(v.Node, "identifier"); name != syntax.None {
		v.Refer(name, projectbase.RefDecorate)
	}
}

// call enters the last name of a path. The first part is a value.
func call(v *lang.Visit) {
	t := v.Tree
	function := t.Child(v.Node, "function")
	if function == syntax.None || t.Kind(function) != "dotted_identifier" {
		return
	}
	name, object := uint32(syntax.None), uint32(syntax.None)
	for c := t.First(function); c != syntax.None; c = t.After(function, c) {
		name, object = c, name
	}
	if name != syntax.None && t.Kind(name) == "identifier" {
		v.ReferTo(name, object, projectbase.RefCall)
	}
}

// imported enters an imported class, or static members of one.
func imported(v *lang.Visit) {
	t := v.Tree
	module := t.Child(v.Node, "import")
	if module == syntax.None {
		return
	}
	i := projectbase.Import{Module: string(t.Text(module))}
	if t.ChildOf(v.Node, "modifier") != syntax.None {
		i.Kind = projectbase.ImportStatic
	}
	if t.ChildOf(v.Node, "wildcard_import") != syntax.None {
		i.Name = "*"
	}
	v.Import(v.Node, i)
}
