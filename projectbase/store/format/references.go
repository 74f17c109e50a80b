package format

import (
	"encoding/binary"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
)

// The references of a file are packed as a table of strings, for names that are
// not items of the file, and a record for each reference. A record is a byte of
// kind and flags, the name, the qualifier and the arguments if present, the
// line and the symbol as differences to the previous record if they changed,
// and the column. A name is the doubled rank of an item in the file's list, or
// the doubled index of a string plus one. A record takes about five bytes.
const (
	refKindMask  = 7
	refSameLine  = 1 << 3
	refSameOwner = 1 << 4
	refQualified = 1 << 5
	refGiven     = 1 << 6
	refMarks     = refSameLine | refSameOwner | refQualified | refGiven
)

// nameCoder numbers the names in packed references.
type nameCoder struct {
	strings []string
	index   map[string]uint32
}

func (c *nameCoder) reset() {
	c.strings = c.strings[:0]
	clear(c.index)
}

// other returns the number of a text that is not an item of the file.
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

// appendReferences packs refs and the strings of names. code returns the number
// of a name.
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
		if r.Arguments != projectbase.NoTerm {
			head |= refGiven
		}
		body = append(body, head)
		body = binary.AppendUvarint(body, code(r.Name))
		if r.Qualifier != projectbase.NoTerm {
			body = binary.AppendUvarint(body, code(r.Qualifier))
		}
		if r.Arguments != projectbase.NoTerm {
			body = binary.AppendUvarint(body, code(r.Arguments))
		}
		if r.Line != line {
			body = pack.AppendNear(body, line, r.Line)
		}
		if symbol != owner {
			body = pack.AppendNear(body, owner, symbol)
		}
		body = binary.AppendUvarint(body, uint64(r.Column))
		line, owner = r.Line, symbol
	}
	dst = binary.AppendUvarint(dst, uint64(len(names.strings)))
	for _, s := range names.strings {
		dst = pack.AppendText(dst, s)
	}
	dst = binary.AppendUvarint(dst, uint64(len(refs)))
	return append(dst, body...), body
}

// UnpackReferences returns the references in data and their strings. Names
// below items are ranks in the file's list of items; names from items on are
// indexes in strings.
func UnpackReferences(data []byte, items int) (list []projectbase.Reference, strings []string, err error) {
	r := pack.Read(data)
	n := r.Count(1)
	strings = make([]string, n)
	for i := range strings {
		strings[i] = r.Text()
	}
	list = make([]projectbase.Reference, r.Count(3))
	line, owner := uint32(0), uint32(0)
	for i := range list {
		head := r.Byte()
		kind := projectbase.ReferenceKind(head & refKindMask)
		if head&^(refKindMask|refMarks) != 0 || !kind.Valid() {
			r.Fail()
		}
		ref := projectbase.Reference{Kind: kind, Name: readName(&r, items, len(strings)), Qualifier: projectbase.NoTerm, Arguments: projectbase.NoTerm}
		if head&refQualified != 0 {
			ref.Qualifier = readName(&r, items, len(strings))
		}
		if head&refGiven != 0 {
			ref.Arguments = readName(&r, items, len(strings))
		}
		if head&refSameLine == 0 {
			line = r.Near(line)
		}
		if head&refSameOwner == 0 {
			owner = r.Near(owner)
		}
		if owner > MaxOrdinal {
			r.Fail()
		}
		ref.Line, ref.Symbol, ref.Column = line, int32(owner)-1, r.Uint32()
		if r.Bad() {
			break
		}
		list[i] = ref
	}
	if err := r.Err("references"); err != nil {
		return nil, nil, err
	}
	return list, strings, nil
}

func UnpackImports(data []byte) ([]projectbase.Import, error) {
	r := pack.Read(data)
	list := r.Imports(MaxOrdinal)
	return list, r.Err("imports")
}

// AppendItems packs a file's items, which must ascend.
func AppendItems(dst []byte, items []store.ItemID) []byte {
	prev := store.ItemID(0)
	for _, id := range items {
		dst = binary.AppendUvarint(dst, uint64(id-prev))
		prev = id
	}
	return dst
}

func UnpackItems(data []byte) ([]store.ItemID, error) {
	r := pack.Read(data)
	list := make([]store.ItemID, 0, len(data))
	id := uint64(0)
	for len(r.Rest()) > 0 {
		d := r.Uint64()
		id += d
		if r.Bad() || d == 0 || d > 1<<32-1 || id > 1<<32-1 {
			return nil, fmt.Errorf("items of a file: %w", projectbase.ErrMalformed)
		}
		list = append(list, store.ItemID(id))
	}
	return list, nil
}
