package store

import (
	"encoding/binary"
	"fmt"

	"codegraph/projectbase"
)

// The bindings of a file are packed as a record each: a byte of kind and marks,
// the name if there is one, the source and the index if they are known, the line
// and the symbol as differences where they are not those of the record before,
// and the column. Names and sources are numbered as in the file's references, with
// which they share the strings. A record takes about five bytes.
const (
	bindKindMask  = 7
	bindSameLine  = 1 << 3
	bindSameOwner = 1 << 4
	bindSource    = 1 << 5
	bindIndex     = 1 << 6
	bindNameless  = 1 << 7
)

// appendBindings packs list. code returns the number of a name.
func appendBindings(dst []byte, list []projectbase.Binding, code func(projectbase.TermID) uint64) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	line, owner := uint32(0), uint32(0)
	for i := range list {
		b := &list[i]
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
			dst = appendNear(dst, line, b.Line)
		}
		if symbol != owner {
			dst = appendNear(dst, owner, symbol)
		}
		dst = binary.AppendUvarint(dst, uint64(b.Column))
		line, owner = b.Line, symbol
	}
	return dst
}

// unpackBindings returns the bindings in data, of a file with so many items and
// strings. A name is as name returns it.
func unpackBindings(data []byte, items, strings int) ([]projectbase.Binding, error) {
	r := reader{b: data}
	list := make([]projectbase.Binding, r.count(2))
	line, owner := uint32(0), uint32(0)
	for i := range list {
		head := r.byte()
		b := projectbase.Binding{Kind: projectbase.BindingKind(head & bindKindMask), Name: projectbase.NoTerm, Source: projectbase.NoTerm}
		if head&bindNameless == 0 {
			b.Name = r.name(items, strings)
		}
		if head&bindSource != 0 {
			b.Source = r.name(items, strings)
		}
		if head&bindIndex != 0 {
			b.Index = r.uint32()
		}
		if head&bindSameLine == 0 {
			line = r.near(line)
		}
		if head&bindSameOwner == 0 {
			owner = r.near(owner)
		}
		if owner > maxOrdinal || !b.Kind.Valid() {
			r.fail()
		}
		b.Line, b.Symbol, b.Column = line, int32(owner)-1, r.uint32()
		if r.bad {
			break
		}
		list[i] = b
	}
	if err := r.err("bindings"); err != nil {
		return nil, err
	}
	return list, nil
}

// name returns a name of a reference or binding: below items the rank of an item
// of the file, from items on the index of one of its strings.
func (r *reader) name(items, strings int) projectbase.TermID {
	c := r.uint32()
	i, n := int(c>>1), items
	if c&1 == 1 {
		n = strings
	}
	if i >= n {
		r.fail()
		return 0
	}
	if c&1 == 1 {
		i += items
	}
	return projectbase.TermID(i)
}

// Bindings returns the bindings of a file, in its order. Their names and sources
// are indexes in the Names that References returns for the file.
func (s *Snapshot) Bindings(file FileID) ([]projectbase.Binding, error) {
	d, err := s.c.fileData(file)
	if err != nil {
		return nil, err
	}
	items, err := unpackItems(d.items)
	if err == nil {
		var list []projectbase.Binding
		strings := reader{b: d.refs}
		if list, err = unpackBindings(d.bindings, len(items), strings.count(1)); err == nil {
			return list, nil
		}
	}
	return nil, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
}
