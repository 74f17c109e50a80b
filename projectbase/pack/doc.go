// Package pack encodes and decodes the records of the index and of parser processes:
// bytes, varints of encoding/binary, differences from a previous number, and texts
// with their length.
//
// The writing functions have the form of append. A [Reader] accepts any data.
package pack

import (
	"encoding/binary"

	"codegraph/projectbase"
)

// AppendNear packs v as its difference from prev; Reader.Near needs the same prev.
func AppendNear(dst []byte, prev, v uint32) []byte {
	return binary.AppendVarint(dst, int64(v)-int64(prev))
}

// AppendText packs a text with its length.
func AppendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// AppendIndex packs the index of a symbol, or projectbase.NoSymbol.
func AppendIndex(dst []byte, i int32) []byte {
	return binary.AppendUvarint(dst, uint64(int64(i)-projectbase.NoSymbol))
}

// AppendImports packs imports for [Reader.Imports].
func AppendImports(dst []byte, imports []projectbase.Import) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(imports)))
	for i := range imports {
		m := &imports[i]
		dst = append(dst, byte(m.Kind))
		dst = AppendText(dst, m.Module)
		dst = AppendText(dst, m.Name)
		dst = AppendText(dst, m.Alias)
		dst = binary.AppendUvarint(dst, uint64(m.Line))
		dst = AppendIndex(dst, m.Symbol)
	}
	return dst
}

// Imports reads the imports of a file with a number of symbols.
func (r *Reader) Imports(symbols int) []projectbase.Import {
	list := make([]projectbase.Import, r.Count(6))
	for i := range list {
		list[i] = projectbase.Import{Kind: projectbase.ImportKind(r.Byte()), Module: r.Text(), Name: r.Text(), Alias: r.Text(),
			Line: r.Uint32(), Symbol: r.Index(symbols)}
		if !list[i].Kind.Valid() {
			r.Fail()
		}
		if r.bad {
			return nil
		}
	}
	return list
}
