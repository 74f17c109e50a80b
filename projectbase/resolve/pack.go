package resolve

import (
	"encoding/binary"
	"fmt"

	"codegraph/projectbase"
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
	}
	w.number(len(o.Symbols))
	line := uint32(0)
	for i := range o.Symbols {
		s := &o.Symbols[i]
		w.number(shapes[s.shape()])
		w.number(len(s.Name))
		w.body = append(w.body, s.Name...)
		w.number(i - int(s.Container) - 1) // of what has no container, its ordinal
		w.body = binary.AppendVarint(w.body, int64(s.Line)-int64(line))
		line = s.Line
	}
	w.number(len(o.Bases))
	for _, b := range o.Bases {
		w.number(int(b.Symbol) + 1)
		w.text(b.Chain)
	}
	w.number(len(o.Imports))
	for _, m := range o.Imports {
		w.body = append(w.body, byte(m.Kind))
		w.text(m.Module)
		w.text(m.Name)
		w.text(m.Alias)
		w.number(int(m.Line))
		w.number(int(m.Symbol) + 1)
	}
	w.number(len(o.Values))
	for _, b := range o.Values {
		w.body = append(w.body, byte(b.Kind))
		w.text(b.Name)
		w.text(b.Source)
		w.number(int(b.Index))
		w.number(int(b.Line))
		w.number(int(b.Symbol) + 1)
	}
	out := binary.AppendUvarint(nil, uint64(len(w.table)))
	for _, s := range w.table {
		out = binary.AppendUvarint(out, uint64(len(s)))
		out = append(out, s...)
	}
	return append(out, w.body...)
}

// shape is what symbols have in common.
type shape struct {
	kind             projectbase.Kind
	visibility       projectbase.Visibility
	flags            projectbase.SymbolFlags
	word, owner, typ string
}

func (s *Symbol) shape() shape { return shape{s.Kind, s.Visibility, s.Flags, s.Word, s.Owner, s.Type} }

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
	u := unpacker{b: data, s: string(data)} // one text that all others are parts of
	u.texts()
	o := &Outline{ID: id, Path: path, Language: language, lazy: &orders{}}
	shapes := make([]shape, u.count(6))
	for i := range shapes {
		shapes[i] = u.shape()
	}
	o.Symbols = make([]Symbol, u.count(4))
	line := int64(0)
	for i := range o.Symbols {
		o.Symbols[i] = u.symbol(i, shapes, &line)
		if o.Symbols[i].Slot = uint32(i); slots != nil {
			if i >= len(slots) {
				u.bad = true
				break
			}
			o.Symbols[i].Slot = slots[i]
		}
	}
	n := len(o.Symbols)
	o.Bases = make([]Base, u.count(2))
	for i := range o.Bases {
		o.Bases[i] = Base{u.ordinal(n), u.text()}
	}
	o.Imports = make([]projectbase.Import, u.count(6))
	for i := range o.Imports {
		o.Imports[i] = projectbase.Import{Kind: projectbase.ImportKind(u.byte()), Module: u.text(), Name: u.text(), Alias: u.text(),
			Line: uint32(u.number()), Symbol: u.ordinal(n)}
		u.bad = u.bad || !o.Imports[i].Kind.Valid()
	}
	o.Values = make([]Binding, u.count(6))
	for i := range o.Values {
		o.Values[i] = Binding{projectbase.BindingKind(u.byte()), u.text(), u.text(), uint32(u.number()), uint32(u.number()), u.ordinal(n)}
		u.bad = u.bad || !o.Values[i].Kind.Valid()
	}
	if u.bad || len(u.b) > 0 {
		return nil, fmt.Errorf("outline of %s: %w", path, projectbase.ErrMalformed)
	}
	return o, nil
}

type unpacker struct {
	b     []byte
	s     string // all of what b was
	bad   bool
	table []string
}

func (u *unpacker) texts() {
	u.table = make([]string, u.count(1))
	for i := range u.table {
		u.table[i] = u.bytes()
	}
}

func (u *unpacker) shape() shape {
	k := shape{kind: projectbase.Kind(u.byte()), visibility: projectbase.Visibility(u.byte()), flags: projectbase.SymbolFlags(u.number()),
		word: u.text(), owner: u.text(), typ: u.text()}
	u.bad = u.bad || !k.kind.Valid() || !k.visibility.Valid()
	return k
}

// symbol reads the symbol with an ordinal. line is that of the one before.
func (u *unpacker) symbol(ordinal int, shapes []shape, line *int64) Symbol {
	i := u.number()
	if i >= uint64(len(shapes)) {
		u.b, u.bad = nil, true
		return Symbol{Container: projectbase.NoSymbol}
	}
	k := &shapes[i]
	s := Symbol{Kind: k.kind, Visibility: k.visibility, Flags: k.flags, Word: k.word, Owner: k.owner, Type: k.typ, Name: u.bytes()}
	s.Container = int32(ordinal) - 1 - int32(u.number())
	*line += u.difference()
	if s.Container < projectbase.NoSymbol || s.Container >= int32(ordinal) || *line < 0 || *line > 1<<32-1 {
		u.b, u.bad = nil, true
		return Symbol{Container: projectbase.NoSymbol}
	}
	s.Line = uint32(*line)
	return s
}

func (u *unpacker) bytes() string {
	n := u.number()
	if n > uint64(len(u.b)) {
		u.b, u.bad = nil, true
		return ""
	}
	at := len(u.s) - len(u.b)
	u.b = u.b[n:]
	return u.s[at : at+int(n)]
}

func (u *unpacker) difference() int64 {
	v, n := binary.Varint(u.b)
	if n <= 0 || v > 1<<32 || v < -1<<32 {
		u.b, u.bad = nil, true
		return 0
	}
	u.b = u.b[n:]
	return v
}

func (u *unpacker) byte() byte {
	if len(u.b) == 0 {
		u.bad = true
		return 0
	}
	c := u.b[0]
	u.b = u.b[1:]
	return c
}

func (u *unpacker) number() uint64 {
	v, n := binary.Uvarint(u.b)
	if n <= 0 || v > 1<<32-1 {
		u.b, u.bad = nil, true
		return 0
	}
	u.b = u.b[n:]
	return v
}

// count reads how many elements of at least size bytes follow.
func (u *unpacker) count(size int) int {
	n := u.number()
	if n > uint64(len(u.b)/size) {
		u.b, u.bad = nil, true
		return 0
	}
	return int(n)
}

func (u *unpacker) text() string {
	i := u.number()
	if i >= uint64(len(u.table)) {
		u.b, u.bad = nil, true
		return ""
	}
	return u.table[i]
}

// ordinal reads the number of one of n symbols, or none.
func (u *unpacker) ordinal(n int) int32 {
	i := u.number()
	if i > uint64(n) {
		u.b, u.bad = nil, true
		return projectbase.NoSymbol
	}
	return int32(i) - 1
}
