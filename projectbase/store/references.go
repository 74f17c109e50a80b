package store

import (
	"encoding/binary"
	"fmt"

	"codegraph/projectbase"
)

// The references of a file are packed as a table of strings, for names that are
// not items of the file, and a record each: a byte of kind and marks, the name,
// the qualifier if there is one, the line and the symbol as differences where
// they are not those of the record before, and the column. A name is the rank
// of an item in the file's list, doubled, or the index of a string, doubled
// plus one. A record takes about five bytes.
const (
	refKindMask  = 7
	refSameLine  = 1 << 3
	refSameOwner = 1 << 4
	refQualified = 1 << 5
	refMarks     = refSameLine | refSameOwner | refQualified
)

// nameCoder gives the numbers for names in packed references.
type nameCoder struct {
	strings []string
	index   map[string]uint32
}

func (c *nameCoder) reset() {
	c.strings = c.strings[:0]
	clear(c.index)
}

// other returns the number for a text that is not an item of the file.
func (c *nameCoder) other(text string) uint64 {
	if c.index == nil {
		c.index = map[string]uint32{}
	}
	i, ok := c.index[text]
	if !ok {
		i = uint32(len(c.strings))
		c.strings = append(c.strings, text)
		c.index[text] = i
	}
	return uint64(i)<<1 | 1
}

// appendReferences packs refs, with all strings that names has been asked for.
// code returns the number of a name.
func appendReferences(dst, scratch []byte, names *nameCoder, refs []projectbase.Reference, code func(projectbase.TermID) uint64) (packed, room []byte) {
	body := scratch[:0]
	line, owner := uint32(0), uint32(0)
	for i := range refs {
		r := &refs[i]
		symbol := uint32(r.Symbol + 1)
		head := byte(r.Kind) & refKindMask
		if r.Line == line {
			head |= refSameLine
		}
		if symbol == owner {
			head |= refSameOwner
		}
		if r.Qualifier != projectbase.NoTerm {
			head |= refQualified
		}
		body = append(body, head)
		body = binary.AppendUvarint(body, code(r.Name))
		if r.Qualifier != projectbase.NoTerm {
			body = binary.AppendUvarint(body, code(r.Qualifier))
		}
		if r.Line != line {
			body = appendNear(body, line, r.Line)
		}
		if symbol != owner {
			body = appendNear(body, owner, symbol)
		}
		body = binary.AppendUvarint(body, uint64(r.Column))
		line, owner = r.Line, symbol
	}
	dst = binary.AppendUvarint(dst, uint64(len(names.strings)))
	for _, s := range names.strings {
		dst = appendString(dst, s)
	}
	dst = binary.AppendUvarint(dst, uint64(len(refs)))
	return append(dst, body...), body
}

// unpackReferences returns the references in data and their own strings. Names
// below items are ranks in the file's list of items, those from items on
// indexes in strings.
func unpackReferences(data []byte, items int) (list []projectbase.Reference, strings []string, err error) {
	r := reader{b: data}
	n := r.count(1)
	strings = make([]string, n)
	for i := range strings {
		strings[i] = r.string()
	}
	list = make([]projectbase.Reference, r.count(3))
	line, owner := uint32(0), uint32(0)
	for i := range list {
		head := r.byte()
		kind := projectbase.ReferenceKind(head & refKindMask)
		if head&^(refKindMask|refMarks) != 0 || !kind.Valid() {
			r.fail()
		}
		ref := projectbase.Reference{Kind: kind, Name: r.name(items, len(strings)), Qualifier: projectbase.NoTerm}
		if head&refQualified != 0 {
			ref.Qualifier = r.name(items, len(strings))
		}
		if head&refSameLine == 0 {
			line = r.near(line)
		}
		if head&refSameOwner == 0 {
			owner = r.near(owner)
		}
		if owner > maxOrdinal {
			r.fail()
		}
		ref.Line, ref.Symbol, ref.Column = line, int32(owner)-1, r.uint32()
		if r.bad {
			break
		}
		list[i] = ref
	}
	if err := r.err("references"); err != nil {
		return nil, nil, err
	}
	return list, strings, nil
}

func appendImports(dst []byte, imports []projectbase.Import) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(imports)))
	for i := range imports {
		m := &imports[i]
		dst = append(dst, byte(m.Kind))
		dst = appendString(dst, m.Module)
		dst = appendString(dst, m.Name)
		dst = appendString(dst, m.Alias)
		dst = binary.AppendUvarint(dst, uint64(m.Line))
		dst = binary.AppendUvarint(dst, uint64(m.Symbol+1))
	}
	return dst
}

func unpackImports(data []byte) ([]projectbase.Import, error) {
	r := reader{b: data}
	list := make([]projectbase.Import, r.count(6))
	for i := range list {
		m := projectbase.Import{Kind: projectbase.ImportKind(r.byte())}
		m.Module, m.Name, m.Alias, m.Line = r.string(), r.string(), r.string(), r.uint32()
		owner := r.uint32()
		if !m.Kind.Valid() || owner > maxOrdinal {
			r.fail()
		}
		if r.bad {
			break
		}
		m.Symbol = int32(owner) - 1
		list[i] = m
	}
	if err := r.err("imports"); err != nil {
		return nil, err
	}
	return list, nil
}

// appendItems packs a file's items, which ascend.
func appendItems(dst []byte, items []ItemID) []byte {
	prev := ItemID(0)
	for _, id := range items {
		dst = binary.AppendUvarint(dst, uint64(id-prev))
		prev = id
	}
	return dst
}

func unpackItems(data []byte) ([]ItemID, error) {
	r := reader{b: data}
	list := make([]ItemID, 0, len(data))
	id := uint64(0)
	for len(r.b) > 0 {
		d := r.uint64()
		id += d
		if r.bad || d == 0 || d > 1<<32-1 || id > 1<<32-1 {
			return nil, fmt.Errorf("items of a file: %w", projectbase.ErrMalformed)
		}
		list = append(list, ItemID(id))
	}
	return list, nil
}
