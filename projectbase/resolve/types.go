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

// typePlace is a type name at a position.
type typePlace struct {
	text string
	at   outline.Position
}

// typeNamed returns the type that a chain of names means at a position.
func (ts *types) typeNamed(text string, at outline.Position) typ {
	return cached(ts.task, ts.memo, typePlace{text, at}, func() typ { return ts.finder.findType(text, at) })
}

// resolveType returns a type with its symbol.
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

// resolved reports whether the project declares a type.
func (ts *types) resolved(t expr.Type, at outline.Position) bool {
	if t.Name == "" || !expr.IsNameStart(t.Name) {
		return false
	}
	return !ts.typeNamed(t.Name, at).sym.IsZero()
}

// maxAlternatives limits the types of a union that a search for a member visits.
const maxAlternatives = 16

// alternatives returns the types of a union, such as "A | B" or Python's Union[A, B],
// without null types. It returns nil for a type that is not a union.
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
			text = strings.Trim(text, `"'`) // a quoted type
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
		return nil // only one type is left, so that this is not a union
	}
	return list
}
