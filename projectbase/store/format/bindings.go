package format

import (
	"encoding/binary"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// The bindings of a file are packed as a record each: a byte of kind and marks,
// the name if there is one, the source and the index if they are known, the line
// and the symbol as differences where they are not those of the record before,
// and the column. Before a record whose block ends stand a byte of its own, the
// line of the end as a difference from the one of the end before, and the column.
// Names and sources are numbered as in the file's references, with which they share
// the strings. A record takes about five bytes, an end three.
const (
	bindKindMask  = 7
	bindSameLine  = 1 << 3
	bindSameOwner = 1 << 4
	bindSource    = 1 << 5
	bindIndex     = 1 << 6
	bindNameless  = 1 << 7
	bindEnds      = bindKindMask // no kind: the end of the record that follows
)

// appendBindings packs list. code returns the number of a name.
func appendBindings(dst []byte, list []projectbase.Binding, code func(projectbase.TermID) uint64) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	line, owner, end := uint32(0), uint32(0), uint32(0)
	for i := range list {
		b := &list[i]
		if b.EndLine > 0 {
			dst = pack.AppendNear(append(dst, bindEnds), end, b.EndLine)
			dst = binary.AppendUvarint(dst, uint64(b.EndColumn))
			end = b.EndLine
		}
		symbol := uint32(b.Symbol + 1)
		head := byte(b.Kind) & bindKindMask
		for _, m := range [...]struct {
			mark byte
			set  bool
		}{{bindSameLine, b.Line == line}, {bindSameOwner, symbol == owner}, {bindSource, b.Source != projectbase.NoTerm},
			{bindIndex, b.Index != 0}, {bindNameless, b.Name == projectbase.NoTerm}} {
			if m.set {
				head |= m.mark
			}
		}
		dst = append(dst, head)
		if b.Name != projectbase.NoTerm {
			dst = binary.AppendUvarint(dst, code(b.Name))
		}
		if b.Source != projectbase.NoTerm {
			dst = binary.AppendUvarint(dst, code(b.Source))
		}
		if b.Index != 0 {
			dst = binary.AppendUvarint(dst, uint64(b.Index))
		}
		if b.Line != line {
			dst = pack.AppendNear(dst, line, b.Line)
		}
		if symbol != owner {
			dst = pack.AppendNear(dst, owner, symbol)
		}
		dst = binary.AppendUvarint(dst, uint64(b.Column))
		line, owner = b.Line, symbol
	}
	return dst
}

// UnpackBindings returns the bindings in data, of a file with so many items and
// strings. A name is as readName returns it.
func UnpackBindings(data []byte, items, strings int) ([]projectbase.Binding, error) {
	r := pack.Read(data)
	list := make([]projectbase.Binding, r.Count(2))
	line, owner, end := uint32(0), uint32(0), uint32(0)
	for i := range list {
		head, column := r.Byte(), uint32(0)
		ends := head == bindEnds
		if ends {
			end = r.Near(end)
			column, head = r.Uint32(), r.Byte()
		}
		b := projectbase.Binding{Kind: projectbase.BindingKind(head & bindKindMask), Name: projectbase.NoTerm, Source: projectbase.NoTerm}
		if head&bindNameless == 0 {
			b.Name = readName(&r, items, strings)
		}
		if head&bindSource != 0 {
			b.Source = readName(&r, items, strings)
		}
		if head&bindIndex != 0 {
			b.Index = r.Uint32()
		}
		if head&bindSameLine == 0 {
			line = r.Near(line)
		}
		if head&bindSameOwner == 0 {
			owner = r.Near(owner)
		}
		if owner > MaxOrdinal || !b.Kind.Valid() {
			r.Fail()
		}
		b.Line, b.Symbol, b.Column = line, int32(owner)-1, r.Uint32()
		if ends {
			b.EndLine, b.EndColumn = end, column
		}
		if r.Bad() {
			break
		}
		list[i] = b
	}
	if err := r.Err("bindings"); err != nil {
		return nil, err
	}
	return list, nil
}

// readName reads a name of a reference or binding: below items the rank of an item
// of the file, from items on the index of one of its strings.
func readName(r *pack.Reader, items, strings int) projectbase.TermID {
	c := r.Uint32()
	i, n := int(c>>1), items
	if c&1 == 1 {
		n = strings
	}
	if i >= n {
		r.Fail()
		return 0
	}
	if c&1 == 1 {
		i += items
	}
	return projectbase.TermID(i)
}
