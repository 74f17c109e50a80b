package resolve

import (
	"encoding/binary"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// Pack returns an outline as a base keeps it: a table of texts, a table of
// shapes, which is all of a symbol but its name and place, and numbers as varints.
// The id, the path, the language and the slots are kept beside it.
func (o *Outline) Pack() []byte {
	var w packer
	shapes := map[shape]int{}
	var list []shape
	for i := range o.Symbols {
		k := o.Symbols[i].shape()
		if _, ok := shapes[k]; !ok {
			shapes[k] = len(list)
			list = append(list, k)
		}
	}
	w.number(len(list))
	for _, k := range list {
		w.body = append(w.body, byte(k.kind), byte(k.visibility))
		w.number(int(k.flags))
		w.text(k.word)
		w.text(k.owner)
		w.text(k.typ)
		w.text(k.params)
	}
	w.number(len(o.Symbols))
	line := uint32(0)
	for i := range o.Symbols {
		s := &o.Symbols[i]
		w.number(shapes[s.shape()])
		w.body = pack.AppendText(w.body, s.Name)
		w.number(i - int(s.Container) - 1) // of what has no container, its ordinal
		w.body = pack.AppendNear(w.body, line, s.Line)
		line = s.Line
	}
	w.number(len(o.Bases))
	for _, b := range o.Bases {
		w.body = pack.AppendIndex(w.body, b.Symbol)
		w.text(b.Chain)
	}
	w.number(len(o.Imports))
	for _, m := range o.Imports {
		w.body = append(w.body, byte(m.Kind))
		w.text(m.Module)
		w.text(m.Name)
		w.text(m.Alias)
		w.number(int(m.Line))
		w.body = pack.AppendIndex(w.body, m.Symbol)
	}
	w.number(len(o.Values))
	for _, b := range o.Values {
		w.body = append(w.body, byte(b.Kind))
		w.text(b.Name)
		w.text(b.Source)
		w.number(int(b.Index))
		w.number(int(b.Line))
		w.number(int(b.Column))
		w.body = pack.AppendIndex(w.body, b.Symbol)
		w.number(int(b.EndLine))
		w.number(int(b.EndColumn))
	}
	out := binary.AppendUvarint(nil, uint64(len(w.table)))
	for _, s := range w.table {
		out = pack.AppendText(out, s)
	}
	return append(out, w.body...)
}

// shape is what symbols have in common.
type shape struct {
	kind                     projectbase.Kind
	visibility               projectbase.Visibility
	flags                    projectbase.SymbolFlags
	word, owner, typ, params string
}

func (s *Symbol) shape() shape {
	return shape{s.Kind, s.Visibility, s.Flags, s.Word, s.Owner, s.Type, s.Params}
}

type packer struct {
	body  []byte
	table []string
	index map[string]int
}

func (w *packer) number(n int) { w.body = binary.AppendUvarint(w.body, uint64(n)) }

func (w *packer) text(s string) {
	if w.index == nil {
		w.index = map[string]int{}
	}
	i, ok := w.index[s]
	if !ok {
		i = len(w.table)
		w.index[s] = i
		w.table = append(w.table, s)
	}
	w.number(i)
}

// Unpack reads what Pack wrote. The error wraps projectbase.ErrMalformed.
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

// text reads the place of a text in the table.
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

// symbol reads the symbol with an ordinal. line is that of the one before.
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
