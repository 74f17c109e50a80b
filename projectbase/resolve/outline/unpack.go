package outline

import (
	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// Unpack decodes an outline. Its errors wrap projectbase.ErrMalformed.
func Unpack(id uint32, path projectbase.Path, language string, slots []uint32, data []byte) (*Outline, error) {
	u := unpacker{Reader: pack.ReadTexts(data)}
	u.texts()
	o := &Outline{ID: id, Path: path, Language: language, lazy: &orders{}}
	shapes := make([]shape, u.Count(7))
	for i := range shapes {
		shapes[i] = u.shape()
	}
	o.Symbols = make([]Symbol, u.Count(4))
	line := uint32(0)
	for i := range o.Symbols {
		o.Symbols[i] = u.symbol(i, shapes, line)
		line = o.Symbols[i].Line
		if o.Symbols[i].Slot = uint32(i); slots != nil {
			if i >= len(slots) {
				u.Fail()
				break
			}
			o.Symbols[i].Slot = slots[i]
		}
	}
	n := len(o.Symbols)
	o.Bases = make([]Base, u.Count(2))
	for i := range o.Bases {
		o.Bases[i] = Base{u.Index(n), u.text()}
	}
	o.Imports = make([]projectbase.Import, u.Count(6))
	for i := range o.Imports {
		o.Imports[i] = u.imported(n)
	}
	o.Values = make([]Binding, u.Count(9))
	for i := range o.Values {
		o.Values[i] = u.value(n)
	}
	return o, u.Err("outline of " + string(path))
}

// unpacker reads a packed outline.
type unpacker struct {
	pack.Reader
	table []string
}

func (u *unpacker) texts() {
	u.table = make([]string, u.Count(1))
	for i := range u.table {
		u.table[i] = u.Text()
	}
}

// text reads the index of a text in the table.
func (u *unpacker) text() string {
	i := u.Below(uint64(len(u.table)))
	if u.Bad() {
		return ""
	}
	return u.table[i]
}

func (u *unpacker) shape() shape {
	k := shape{kind: projectbase.Kind(u.Byte()), visibility: projectbase.Visibility(u.Byte()), flags: projectbase.SymbolFlags(u.Uint32()),
		word: u.text(), owner: u.text(), typ: u.text(), params: u.text()}
	if !k.kind.Valid() || !k.visibility.Valid() {
		u.Fail()
	}
	return k
}

// symbol reads the symbol with an ordinal. line is the line of the previous symbol.
func (u *unpacker) symbol(ordinal int, shapes []shape, line uint32) Symbol {
	i := u.Below(uint64(len(shapes)))
	if u.Bad() {
		return Symbol{Container: projectbase.NoSymbol}
	}
	k := &shapes[i]
	s := Symbol{Kind: k.kind, Visibility: k.visibility, Flags: k.flags, Word: k.word, Owner: k.owner, Type: k.typ, Params: k.params, Name: u.Text()}
	s.Container = int32(ordinal) - 1 - int32(u.Below(uint64(ordinal)+1))
	s.Line = u.Near(line)
	return s
}

// imported reads an import of a file with n symbols.
func (u *unpacker) imported(n int) projectbase.Import {
	m := projectbase.Import{Kind: projectbase.ImportKind(u.Byte()), Module: u.text(), Name: u.text(), Alias: u.text(),
		Line: u.Uint32(), Symbol: u.Index(n)}
	if !m.Kind.Valid() {
		u.Fail()
	}
	return m
}

// value reads a value of a file with n symbols.
func (u *unpacker) value(n int) Binding {
	b := Binding{Kind: projectbase.BindingKind(u.Byte()), Name: u.text(), Source: u.text(), Index: u.Uint32(), Line: u.Uint32(), Column: u.Uint32(),
		Symbol: u.Index(n), EndLine: u.Uint32(), EndColumn: u.Uint32()}
	if !b.Kind.Valid() {
		u.Fail()
	}
	return b
}
