package bash

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// maxNesting bounds the search for the nodes around a variable.
const maxNesting = 64

// function declares a function, or a Bats test that preprocess turned into
// one.
func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	if bytes.HasPrefix(t.Text(node), batsMark) {
		d.Text = strings.Trim(string(t.Text(d.Names[0])), `"'`)
		d.Names, d.Word = nil, "test"
		d.Flags |= projectbase.FlagTest
		return d.Text != ""
	}
	return true
}

var batsMark = []byte("@test")

// variable declares a variable at its first assignment in the file, outside of
// functions and subshells.
func variable(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None || t.Kind(name) != "variable_name" {
		return
	}
	d := lang.Declared{Kind: projectbase.KindVariable, Word: "variable", Names: []uint32{name}, Body: t.Child(v.Node, "value"),
		Type: syntax.None, NoScope: true}
	parent := t.Nodes[v.Node].Parent
	switch t.Kind(parent) {
	case "declaration_command":
		declarator(t, parent, &d)
	case "command":
		// An assignment before a command belongs to the command's environment.
		// The grammar also puts assignments of earlier lines there.
		if called := t.Child(parent, "name"); called != syntax.None && t.Nodes[called].Row == t.Nodes[v.Node].EndRow {
			return
		}
	}
	declare(v, name, d)
}

// declared declares the variables of a declaration without values.
func declared(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		if t.Kind(c) == "variable_name" {
			d := lang.Declared{Kind: projectbase.KindVariable, Word: "variable", Names: []uint32{c}, Body: syntax.None, Type: syntax.None, NoScope: true}
			declarator(t, v.Node, &d)
			if listed(t, v.Node) {
				return false
			}
			declare(v, c, d)
		}
		return true
	})
}

// listed reports whether a command lists existing variables and functions.
func listed(t *syntax.Tree, command uint32) bool {
	words := bytes.Fields(t.Text(command))
	if word := string(words[0]); word == "export" || word == "readonly" {
		return true
	}
	for _, w := range words[1:] {
		if w[0] == '-' && bytes.ContainsAny(w, "fFp") {
			return true
		}
	}
	return false
}

// declare enters a variable unless the file has declared it.
func declare(v *lang.Visit, name uint32, d lang.Declared) {
	text := string(v.Tree.Text(name))
	if _, has := v.File.Named[text]; has || !outside(v.Tree, v.Node) {
		return
	}
	if v.File.Named == nil {
		v.File.Named = map[string]projectbase.SymbolFlags{}
	}
	v.File.Named[text] = 0
	if v.Node == name || v.Tree.Kind(v.Node) == "declaration_command" {
		v.Declare(name, d)
		return
	}
	v.Declare(v.Node, d)
}

// declarator applies a command that declares variables, with its options.
func declarator(t *syntax.Tree, command uint32, d *lang.Declared) {
	text := t.Text(command)
	word, _, _ := bytes.Cut(text, []byte(" "))
	d.Prefix = string(word) + " "
	t.Children(command, func(c uint32) bool {
		if t.Nodes[c].Start >= t.Nodes[d.Names[0]].Start {
			return false
		}
		if option := t.Text(c); len(option) > 1 && option[0] == '-' {
			d.Prefix += string(option) + " "
			if bytes.IndexByte(option, 'r') > 0 && d.Prefix[0] != 'e' {
				d.Kind, d.Word = projectbase.KindConstant, "readonly"
			}
			if bytes.IndexByte(option, 'x') > 0 {
				d.Flags |= projectbase.FlagExported
			}
		}
		return true
	})
	switch string(word) {
	case "readonly":
		d.Kind, d.Word = projectbase.KindConstant, "readonly"
	case "export":
		d.Flags |= projectbase.FlagExported
	}
}

// outside reports whether an assignment is valid for the file: it is in no
// function, subshell or pipeline.
func outside(t *syntax.Tree, node uint32) bool {
	for range maxNesting {
		node = t.Nodes[node].Parent
		if node == syntax.None {
			return true
		}
		if t.Nodes[node].Symbol == syntax.ErrorSymbol {
			continue
		}
		switch t.Kind(node) {
		case "program":
			return true
		case "function_definition", "subshell", "pipeline", "command_substitution", "process_substitution":
			return false
		}
	}
	return false
}

// alias declares the names defined by an alias command.
func alias(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		name := c
		if t.Kind(c) == "concatenation" {
			name = t.First(c)
		}
		if name == syntax.None || t.Kind(name) != "word" {
			return true
		}
		text, value, ok := bytes.Cut(t.Text(name), []byte("="))
		if !ok || len(text) == 0 {
			return true
		}
		d := lang.Declared{Kind: projectbase.KindMacro, Word: "alias", Text: string(text), Body: syntax.None, Type: syntax.None,
			Prefix: "alias ", NoScope: true}
		if len(value) == 0 {
			d.Names = []uint32{name}
		}
		v.Declare(c, d)
		return true
	})
}

// anyCase reports whether a case has the pattern *.
func anyCase(t *syntax.Tree, branch uint32) bool {
	if t.Kind(branch) != "case_item" {
		return false
	}
	value := t.Child(branch, "value")
	return value != syntax.None && string(t.Text(value)) == "*"
}

// finish removes comments for tools from the documentation.
func finish(f *lang.File, s *projectbase.Symbol) {
	if s.Kind == projectbase.KindFunction && s.Word == "function" && strings.HasPrefix(s.Name, "test_") && testFile(f.Path) {
		s.Flags |= projectbase.FlagTest
	}
	if strings.Contains(s.Doc, "=") {
		s.Doc = strings.TrimSpace(directive.ReplaceAllString(s.Doc, ""))
	}
}

// testFile reports whether a file has a name of a shunit2 test.
func testFile(p projectbase.Path) bool {
	return strings.Contains(strings.ToLower(string(p)), "test")
}
