package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// maxAlternatives is how many types a value may be of for its members to be looked
// for in each.
const maxAlternatives = 16

// alternatives returns the types of which a value of a type has one: those of
// "A | B" and of Python's Union[A, B], but for what stands for no value; nil of a
// type that is no union.
func (ts *types) alternatives(t *typ) []*typ {
	if t.at.file == nil {
		return nil
	}
	scope := t.at.file.scope
	var texts []string
	switch {
	case scope.Imports != lang.ImportsModules && scope.Imports != lang.ImportsFiles:
		return nil
	case strings.Contains(t.text, "|"):
		text := strings.TrimLeft(t.text, "| ")
		if scope.Imports == lang.ImportsModules {
			text = strings.Trim(text, `"'`) // a type in quotes
		}
		texts = splitAny(text, "|")
	case scope.Imports == lang.ImportsModules && strings.Contains(t.text, "["):
		of := parseType(t.text)
		if slices.Contains(scope.Transparent, lastName(of.name)) && len(of.args) > 0 {
			return ts.alternatives(&typ{text: of.args[0], at: t.at})
		}
		if lastName(of.name) != "Union" {
			return nil
		}
		texts = of.args
	}
	if len(texts) < 2 || len(texts) > maxAlternatives {
		return nil
	}
	var list []*typ
	for _, text := range texts {
		literal := scope.Imports == lang.ImportsFiles && text != "" && strings.IndexByte("\"'`", text[0]) >= 0
		if text != "" && !literal && !slices.Contains(absent, text) {
			list = append(list, &typ{text: text, at: t.at})
		}
	}
	if len(list) == 1 && strings.Contains(t.text, "|") {
		return nil // the one is the type
	}
	return list
}

// inUnion finds a member in the types of which a value has one. Which it is depends
// on what the code has found out before, so that each is a guess.
func (ms *members) inUnion(parts []*typ, name string, want want, seen *visited) found {
	if !ms.enter() {
		return found{}
	}
	defer ms.leave()
	if len(parts) == 1 {
		if t := ms.types.resolveType(parts[0]); !t.sym.none() {
			return ms.memberBeside(t.sym, name, want, seen)
		}
		return found{}
	}
	var refs []Ref
	for _, part := range parts {
		if t := ms.types.resolveType(part); !t.sym.none() {
			refs = append(refs, ms.memberBeside(t.sym, name, want, seen).refs...)
		} else if inner := ms.types.alternatives(part); len(inner) > 0 {
			refs = append(refs, ms.inUnion(inner, name, want, seen).refs...)
		}
	}
	if len(refs) == 0 {
		return found{}
	}
	slices.SortFunc(refs, byPlace)
	return found{refs: slices.Compact(refs), tier: projectbase.TierInferred, reason: projectbase.ReasonInferred}
}

// disagree reports whether members of several types are of different types: what
// a value of one of them leads to is not known.
func disagree(refs []Ref) bool {
	first := refs[0]
	return slices.ContainsFunc(refs[1:], func(x Ref) bool {
		return x.symbol().Type != first.symbol().Type && (x.File != first.File || x.symbol().Container != first.symbol().Container)
	})
}
