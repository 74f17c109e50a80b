package outline

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// Position is a position in a file at which a name is looked up.
type Position struct {
	File   *Outline
	Symbol int32 // innermost symbol around it
	Line   uint32
	Column uint32 // 0 if unknown
}

// Before returns the position just before p.
func (s Position) Before() Position {
	if s.Column > 1 {
		return Position{s.File, s.Symbol, s.Line, s.Column - 1}
	}
	return Position{s.File, s.Symbol, s.Line - 1, 0}
}

// NamespaceAt returns the innermost namespace around a position.
func NamespaceAt(at Position) int32 {
	for s := at.Symbol; s != projectbase.NoSymbol; s = at.File.Symbols[s].Container {
		if x := &at.File.Symbols[s]; x.Kind == projectbase.KindNamespace && x.Word != WordExtension {
			return s
		}
	}
	return projectbase.NoSymbol
}

// NamespaceName returns the qualified name of the namespace around a position.
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

// fileNamespace returns the namespace of a whole file: its first symbol, if it is the
// only one at the top level.
func fileNamespace(o *Outline) string {
	if len(o.Symbols) == 0 || o.Symbols[0].Kind != projectbase.KindNamespace || len(o.Members(projectbase.NoSymbol)) > 1 {
		return ""
	}
	return expr.Dotted(o.Symbols[0].Name)
}

// Namespaces returns the namespaces that contain code of the file, their enclosing
// namespaces, and "" for the global one.
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

// LevelAt returns the level of the method around a position. The receiver of a block in
// the body of a type is unknown.
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

// Level tells class methods from instance methods, in languages that separate them: Ruby.
type Level uint8

const (
	LevelAny Level = iota
	LevelType
	LevelObject
)

// ExtendedType returns the type that the code around a position extends from outside of
// that type, or "".
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
