package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
)

// types finds the type that a text names.
type types struct {
	*task
	finder interface {
		findType(text string, at outline.Position) typ
	}
	memo map[typePlace]typ
}

// typePlace is a type that is named at a place.
type typePlace struct {
	text string
	at   outline.Position
}

// typeNamed finds the type that a chain of names means at a place.
func (ts *types) typeNamed(text string, at outline.Position) typ {
	return remember(ts.task, ts.memo, typePlace{text, at}, func() typ { return ts.finder.findType(text, at) })
}

// resolveType finds the symbol of a type.
func (ts *types) resolveType(t *typ) typ {
	if !t.sym.IsZero() || t.text == "" {
		return *t
	}
	text := expr.ParseType(t.text)
	if text.Name == "" || !expr.IsNameStart(text.Name) {
		return typ{}
	}
	return ts.typeNamed(text.Name, t.at)
}

// resolved reports whether a type is one of the project's.
func (ts *types) resolved(t expr.Type, at outline.Position) bool {
	if t.Name == "" || !expr.IsNameStart(t.Name) {
		return false
	}
	return !ts.typeNamed(t.Name, at).sym.IsZero()
}

// maxAlternatives is how many types a value may be of for its members to be looked
// for in each.
const maxAlternatives = 16

// alternatives returns the types of which a value of a type has one: those of
// "A | B" and of Python's Union[A, B], but for what stands for no value; nil of a
// type that is no union.
func (ts *types) alternatives(t *typ) []*typ {
	if t.at.File == nil {
		return nil
	}
	scope := t.at.File.Scope
	var texts []string
	switch {
	case scope.Imports != lang.ImportsModules && scope.Imports != lang.ImportsFiles:
		return nil
	case strings.Contains(t.text, "|"):
		text := strings.TrimLeft(t.text, "| ")
		if scope.Imports == lang.ImportsModules {
			text = strings.Trim(text, `"'`) // a type in quotes
		}
		texts = expr.SplitAny(text, "|")
	case scope.Imports == lang.ImportsModules && strings.Contains(t.text, "["):
		of := expr.ParseType(t.text)
		if slices.Contains(scope.Transparent, expr.LastName(of.Name)) && len(of.Args) > 0 {
			return ts.alternatives(&typ{text: of.Args[0], at: t.at})
		}
		if expr.LastName(of.Name) != "Union" {
			return nil
		}
		texts = of.Args
	}
	if len(texts) < 2 || len(texts) > maxAlternatives {
		return nil
	}
	var list []*typ
	for _, text := range texts {
		literal := scope.Imports == lang.ImportsFiles && text != "" && strings.IndexByte("\"'`", text[0]) >= 0
		if text != "" && !literal && !slices.Contains(expr.Absent, text) {
			list = append(list, &typ{text: text, at: t.at})
		}
	}
	if len(list) == 1 && strings.Contains(t.text, "|") {
		return nil // the one is the type
	}
	return list
}
