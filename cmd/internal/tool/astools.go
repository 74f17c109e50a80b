package tool

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// command finds the verbs of our command line in a text. After a colon, what
// follows up to a comma or semicolon are its arguments; else it is prose.
var command = regexp.MustCompile(`((?:^|[a-z ]*[a-z]): )?(\S*=\S+ )?codegraph ([a-z]+(?:-[a-z]+)*)((?: (?:'[^']*'|[^ ;,]+))*)`)

// flagged finds flags in a text.
var flagged = regexp.MustCompile(`--([a-z]+(?:-[a-z]+)*)\b`)

// AsTools replaces what is to be typed by the calls of tools that do the same,
// since who reads it has no command line. What no tool does stays.
func AsTools(hint string) string {
	if !strings.Contains(hint, "codegraph ") && !strings.Contains(hint, "--") {
		return hint
	}
	hint = command.ReplaceAllStringFunc(hint, func(text string) string {
		m := command.FindStringSubmatch(text)
		before, setting, rest := m[1], m[2], m[4]
		spec := knownTool(strings.ReplaceAll(m[3], "-", "_"))
		switch {
		case spec == nil || setting != "":
			return text // for the person at the machine
		case before == "":
			return Prefix + spec.Name + rest
		}
		return strings.TrimSuffix(before, "run: ") + "call " + Prefix + spec.Name + spec.arguments(words(rest))
	})
	return flagged.ReplaceAllStringFunc(hint, func(flag string) string {
		if name, ok := fieldOf(strings.TrimPrefix(flag, "--")); ok {
			return name
		}
		return flag
	})
}

// arguments returns a command's arguments as a tool takes them, after a space; ""
// if there are none.
func (s *Spec) arguments(words []string) string {
	var list []string
	add := func(f *field, value string) {
		v := string(jsonText(value))
		t := f.typ
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Bool:
			v = "true"
		case reflect.Slice:
			v = "[" + v + "]"
		case reflect.Int:
			if _, err := strconv.Atoi(value); err == nil {
				v = value
			}
		}
		list = append(list, string(jsonText(f.Name))+":"+v)
	}
	fields := s.fields(true)
	placed := 0
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		f := position(fields, word, &placed)
		if f == nil {
			continue // says how it is shown, not what is done
		}
		if f.flag != "" && f.typ.Kind() != reflect.Bool && len(words) > 0 {
			word, words = words[0], words[1:]
		}
		add(f, word)
	}
	if list == nil {
		return ""
	}
	return " {" + strings.Join(list, ",") + "}"
}

// position returns the field that a word on the command line is for, nil if none.
func position(fields []field, word string, placed *int) *field {
	name, isFlag := strings.CutPrefix(word, "--")
	at := 0
	for i := range fields {
		f := &fields[i]
		switch {
		case isFlag && f.flag == name:
			return f
		case !isFlag && f.flag == "" && word[0] != '-':
			if at == *placed {
				*placed++
				return f
			}
			at++
		}
	}
	return nil
}

// words splits what follows a verb, where spaces in quotes divide nothing.
func words(text string) []string {
	var list []string
	for _, w := range regexp.MustCompile(`'[^']*'|[^ ]+`).FindAllString(text, -1) {
		list = append(list, strings.Trim(w, "'"))
	}
	return list
}

// fieldOf returns the name of what a flag is called in a tool.
func fieldOf(flag string) (string, bool) {
	for _, s := range known() {
		if s.PeopleOnly {
			continue
		}
		for _, f := range s.fields(false) {
			if f.flag == flag {
				return f.Name, true
			}
		}
	}
	return "", false
}

// Known returns every tool; package tools sets it.
var Known func() []*Spec

func known() []*Spec {
	if Known == nil {
		return nil
	}
	return Known()
}

// knownTool returns the tool for assistants with a name, nil if there is none.
func knownTool(name string) *Spec {
	for _, s := range known() {
		if s.Name == name && !s.PeopleOnly {
			return s
		}
	}
	return nil
}
