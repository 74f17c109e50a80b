package format

import (
	"encoding/binary"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// The bindings of a file are packed as a record each: a byte of kind and flags,
// the name if present, the source and the index if known, the line and the
// symbol as differences to the previous record if they changed, and the column.
// A record for a block that ends is preceded by one byte, the line of the end
// as a difference to the previous end, and the column of the end. Names and
// sources are numbered as in the file's references and share their strings. A
// record takes about five bytes, an end three.
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

// UnpackBindings returns the bindings in data. items and strings are the
// numbers of items and strings of the file. Names are as readName returns them.
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

// readName reads a name of a reference or binding. Below items it is the rank
// of an item of the file; from items on it is an index in the file's strings.
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
