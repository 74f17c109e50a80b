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

// NewBinding returns a binding with its texts.
func NewBinding(b *projectbase.Binding, name, source string) Binding {
	return Binding{b.Kind, name, source, b.Index, b.Line, b.Column, b.Symbol, b.EndLine, b.EndColumn}
}

// StartsBy reports whether the name is bound at a position.
func (b *Binding) StartsBy(at Position) bool {
	return b.Line < at.Line || b.Line == at.Line && (at.Column == 0 || b.Column <= at.Column)
}

// SamePosition reports whether two bindings stand at the same position.
func (b *Binding) SamePosition(o *Binding) bool { return b.Line == o.Line && b.Column == o.Column }

// EndsBefore reports whether the block of the binding ends before a position.
func (b *Binding) EndsBefore(at Position) bool {
	return b.EndLine > 0 && (b.EndLine < at.Line || b.EndLine == at.Line && at.Column > 0 && b.EndColumn <= at.Column)
}

// Overlaps reports whether two bindings of one name may be valid at the same position.
func (b *Binding) Overlaps(o *Binding) bool {
	return !b.EndsBefore(Position{Line: o.Line, Column: o.Column}) && !o.EndsBefore(Position{Line: b.Line, Column: b.Column})
}

// LocalName is a name in a symbol.
type LocalName struct {
	Symbol int32
	Name   string
}
