package bash

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// callable is the name of a function or program, without a path to it.
var callable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL_][\pL\pN_.:+@-]*$`) })

// command enters the calls, sourced files and unset functions of a command.
func command(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None {
		return
	}
	switch text := string(t.Text(name)); text {
	case "return":
		v.Return()
		return
	case "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac", "in", "function", "select":
		return // syntax error
	case "true", "false", "break", "continue", "time":
		if text == "time" {
			first(v, name)
		}
		return
	case "source", ".":
		load(v, name)
		return
	case "alias":
		alias(v)
		return
	case "command", "builtin", "exec", "coproc", "trap", "eval":
		v.Refer(name, projectbase.RefCall)
		first(v, name)
		return
	case "complete", "compopt":
		option(v, name, "-F")
	}
	call(v, name)
}

// call enters a call if a node contains the name.
func call(v *lang.Visit, name uint32) {
	if t := v.Tree; t.Kind(name) == "command_name" && t.First(name) != syntax.None {
		name = t.First(name)
	}
	if v.Tree.Kind(name) == "word" && callable().Match(v.Tree.Text(name)) && (v.Tree.Errors == 0 || !heads(v.Tree, name)) {
		v.Refer(name, projectbase.RefCall)
	}
}

// first enters a call of the first argument that is no option.
func first(v *lang.Visit, name uint32) {
	t := v.Tree
	for c := t.After(v.Node, name); c != syntax.None; c = t.After(v.Node, c) {
		if text := t.Text(c); len(text) > 0 && text[0] != '-' {
			call(v, c)
			return
		}
	}
}

// option enters a call of an option's argument.
func option(v *lang.Visit, name uint32, option string) {
	t := v.Tree
	for c := t.After(v.Node, name); c != syntax.None; c = t.After(v.Node, c) {
		if string(t.Text(c)) != option {
			continue
		}
		if c = t.After(v.Node, c); c == syntax.None {
			return
		}
		call(v, c)
	}
}

// unset enters references to functions that are unset.
func unset(v *lang.Visit) {
	t := v.Tree
	functions := false
	t.Children(v.Node, func(c uint32) bool {
		if text := t.Text(c); bytes.Equal(text, []byte("-f")) {
			functions = true
		} else if functions {
			call(v, c)
		}
		return true
	})
}

// load enters a sourced file.
func load(v *lang.Visit, name uint32) {
	file := v.Tree.After(v.Node, name)
	if file == syntax.None {
		return
	}
	if text := strings.Trim(string(v.Tree.Text(file)), `"'`); text != "" {
		v.Import(v.Node, projectbase.Import{Module: text})
	}
}
