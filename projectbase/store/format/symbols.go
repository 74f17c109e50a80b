package format

import (
	"encoding/binary"
	"strings"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
)

// The id of a symbol combines its file and its ordinal. Therefore the key of
// the table also finds the symbols of a file.
const (
	OrdinalBits = 24
	MaxOrdinal  = 1<<OrdinalBits - 1
)

func SymbolID(file store.FileID, ordinal int) int64 { return int64(file)<<OrdinalBits | int64(ordinal) }

// SymbolColumns is the number of columns of a symbol's row.
const SymbolColumns = 17

// AppendSymbol appends the values of a row. Empty texts become NULL, which
// needs no room and no time.
func AppendSymbol(row []any, file store.FileID, ordinal int, s *projectbase.Symbol) []any {
	var container, prototype, fold any
	if s.Container != projectbase.NoSymbol {
		container = int64(s.Container)
	}
	if s.Prototype != "" && s.Prototype != s.Signature {
		prototype = s.Prototype
	}
	if !isASCII(s.Name) { // otherwise SQLite's lower is the fold
		fold = projectbase.Fold(s.Name)
	}
	return append(row, SymbolID(file, ordinal), container, int64(s.Kind), packWord(s), s.Name, fold, OrNull(s.Owner),
		int64(s.NameLine), packSignature(s), prototype, OrNull(s.Type), OrNull(s.Doc), int64(s.Visibility), OrNull(s.Access),
		int64(s.Flags), PackPosition(s), int64(s.Metrics.Branches))
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// packWord omits the keyword if it equals the name of the kind.
func packWord(s *projectbase.Symbol) any {
	if s.Word == s.Kind.String() {
		return nil
	}
	return s.Word
}

// packSignature omits a signature that equals PlainSignature, except for the
// kinds in the view methods.
func packSignature(s *projectbase.Symbol) string {
	if !s.Kind.IsCallable() && len(s.Signature) <= len(s.Word)+len(s.Name)+len(s.Type)+2 && s.Signature == PlainSignature(s) {
		return ""
	}
	return s.Signature
}

// PlainSignature is the default signature, which most fields and many constants
// have: keyword (if it is not the name of the kind), name and type.
func PlainSignature(s *projectbase.Symbol) string {
	plain := s.Name
	if s.Word != s.Kind.String() && s.Word != "" {
		plain = s.Word + " " + plain
	}
	if s.Type != "" {
		plain += " " + s.Type
	}
	return plain
}

// PackPosition packs the numbers of a symbol that have no column.
func PackPosition(s *projectbase.Symbol) []byte {
	b := make([]byte, 0, 16)
	b = binary.AppendUvarint(b, uint64(s.Span.Start))
	b = binary.AppendUvarint(b, uint64(s.Span.End-s.Span.Start))
	b = pack.AppendNear(b, s.NameLine, s.Span.Line)
	b = binary.AppendUvarint(b, uint64(s.Span.EndLine-s.Span.Line))
	b = binary.AppendUvarint(b, uint64(s.Span.Column))
	b = binary.AppendUvarint(b, uint64(s.NameColumn))
	if s.Metrics.Loops|s.Metrics.Returns|s.Metrics.Nesting != 0 {
		b = binary.AppendUvarint(b, uint64(s.Metrics.Loops))
		b = binary.AppendUvarint(b, uint64(s.Metrics.Returns))
		b = binary.AppendUvarint(b, uint64(s.Metrics.Nesting))
	}
	return b
}

func UnpackPosition(data []byte, s *projectbase.Symbol) error {
	r := pack.Read(data)
	s.Span.Start = r.Uint32()
	end := uint64(s.Span.Start) + r.Uint64()
	s.Span.Line = r.Near(s.NameLine)
	endLine := uint64(s.Span.Line) + r.Uint64()
	s.Span.Column, s.NameColumn = r.Uint32(), r.Uint32()
	if len(r.Rest()) > 0 {
		s.Metrics.Loops, s.Metrics.Returns, s.Metrics.Nesting = r.Uint32(), r.Uint32(), r.Uint32()
	}
	if end > 1<<32-1 || endLine > 1<<32-1 {
		r.Fail()
	}
	s.Span.End, s.Span.EndLine = uint32(end), uint32(endLine)
	return r.Err("position of a symbol")
}
