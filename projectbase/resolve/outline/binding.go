package outline

import "codegraph/projectbase"

// Binding is a projectbase.Binding with its texts.
type Binding struct {
	Kind   projectbase.BindingKind
	Name   string
	Source string
	Index  uint32
	Line   uint32
	Column uint32
	Symbol int32

	EndLine, EndColumn uint32
}

func NewBinding(b *projectbase.Binding, name, source string) Binding {
	return Binding{b.Kind, name, source, b.Index, b.Line, b.Column, b.Symbol, b.EndLine, b.EndColumn}
}

// startsBy reports whether the name is bound at a place.
func (b *Binding) StartsBy(at Position) bool {
	return b.Line < at.Line || b.Line == at.Line && (at.Column == 0 || b.Column <= at.Column)
}

// beside reports whether two bindings are of one name in one place.
func (b *Binding) SamePosition(o *Binding) bool { return b.Line == o.Line && b.Column == o.Column }

// over reports whether the block that the name is known in has ended at a place.
func (b *Binding) EndsBefore(at Position) bool {
	return b.EndLine > 0 && (b.EndLine < at.Line || b.EndLine == at.Line && at.Column > 0 && b.EndColumn <= at.Column)
}

// meets reports whether two bindings of one name may hold at one place.
func (b *Binding) Overlaps(o *Binding) bool {
	return !b.EndsBefore(Position{Line: o.Line, Column: o.Column}) && !o.EndsBefore(Position{Line: b.Line, Column: b.Column})
}

type LocalName struct {
	Symbol int32
	Name   string
}
