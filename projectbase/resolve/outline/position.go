package outline

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// site is a place where a name is looked up.
type Position struct {
	File   *Outline
	Symbol int32 // innermost symbol that holds it
	Line   uint32
	Column uint32 // 0 is not known
}

// before is the place just before one.
func (s Position) Before() Position {
	if s.Column > 1 {
		return Position{s.File, s.Symbol, s.Line, s.Column - 1}
	}
	return Position{s.File, s.Symbol, s.Line - 1, 0}
}

// spaceAround returns the innermost namespace that holds a place.
func NamespaceAt(at Position) int32 {
	for s := at.Symbol; s != projectbase.NoSymbol; s = at.File.Symbols[s].Container {
		if x := &at.File.Symbols[s]; x.Kind == projectbase.KindNamespace && x.Word != WordExtension {
			return s
		}
	}
	return projectbase.NoSymbol
}

// namespaceOf returns the namespaces around a place with dots between them.
func NamespaceName(at Position) string {
	var parts []string
	for s := NamespaceAt(at); s != projectbase.NoSymbol; s = at.File.Symbols[s].Container {
		if x := &at.File.Symbols[s]; x.Kind == projectbase.KindNamespace && x.Word != WordExtension {
			parts = append(parts, expr.Dotted(x.Name))
		}
	}
	if len(parts) == 0 {
		return fileNamespace(at.File)
	}
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// fileNamespace returns the namespace that holds all of a file: its first
// symbol, if nothing lies beside it.
func fileNamespace(o *Outline) string {
	if len(o.Symbols) == 0 || o.Symbols[0].Kind != projectbase.KindNamespace || len(o.Members(projectbase.NoSymbol)) > 1 {
		return ""
	}
	return expr.Dotted(o.Symbols[0].Name)
}

// spaces returns the namespaces that the code of a file lies in, those around
// them, and "" for what is around all.
func (o *Outline) Namespaces() []string {
	list := []string{""}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if s.Kind != projectbase.KindNamespace || s.Word == WordExtension {
			continue
		}
		for full := QualifiedName(Ref{o, int32(i)}); full != ""; full = full[:max(strings.LastIndexByte(full, '.'), 0)] {
			list = append(list, full)
		}
	}
	return list
}

// levelAt returns the level of a place: that of the method around it. What a
// block in the body of a type is run on is not known.
func LevelAt(at Position) Level {
	if !at.File.Scope.Levels {
		return LevelAny
	}
	for s := at.Symbol; s != projectbase.NoSymbol; s = at.File.Symbols[s].Container {
		switch x := &at.File.Symbols[s]; {
		case x.Kind.IsType():
			return LevelAny
		case !IsMethod(x):
		case x.Flags.Has(projectbase.FlagStatic):
			return LevelType
		default:
			return LevelObject
		}
	}
	return LevelAny
}

// level is whose methods a name can mean, where those of a type are apart from
// those of its objects.
type Level uint8

const (
	LevelAny Level = iota
	LevelType
	LevelObject
)

// extendedAt returns the name of the type that the code around a place is written
// for from outside of the type; "" if it lies in none.
func ExtendedType(at Position) string {
	for s := at.Symbol; s != projectbase.NoSymbol; s = at.File.Symbols[s].Container {
		switch x := &at.File.Symbols[s]; {
		case x.Kind.IsType():
			return ""
		case x.Owner != "" && !IsExtension(Ref{at.File, s}):
			return x.Owner
		case x.Word == WordExtension:
			return x.Name
		}
	}
	return ""
}
