package tables

import (
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
)

// ScanSymbol reads a row that format.AppendSymbol made.
func ScanSymbol(r *database.Rows) (store.Named, error) {
	id := r.Int64(0)
	n := store.Named{File: store.FileID(id >> format.OrdinalBits), Ordinal: int32(id & format.MaxOrdinal)}
	s := &n.Symbol
	s.Container = projectbase.NoSymbol
	if !r.IsNull(1) {
		s.Container = int32(r.Int64(1))
	}
	kind, visibility, flags := r.Int64(2), r.Int64(12), r.Int64(14)
	s.Kind, s.Visibility, s.Flags = projectbase.Kind(kind), projectbase.Visibility(visibility), projectbase.SymbolFlags(flags)
	s.Name, s.Owner = r.Text(4), r.Text(6)
	if s.Word = r.Text(3); r.IsNull(3) {
		s.Word = s.Kind.String()
	}
	s.NameLine = r.Uint32(7)
	s.Signature, s.Type, s.Doc, s.Access = r.Text(8), r.Text(10), r.Text(11), r.Text(13)
	if s.Signature == "" {
		s.Signature = format.PlainSignature(s)
	}
	s.Prototype = r.Text(9)
	s.Metrics.Branches = r.Uint32(16)
	err := format.UnpackPosition(r.Blob(15), s)
	if err == nil && (id>>format.OrdinalBits < 1 || id>>format.OrdinalBits > store.MaxFile || int64(s.Kind) != kind || !s.Kind.Valid() ||
		int64(s.Visibility) != visibility || !s.Visibility.Valid() || int64(s.Flags) != flags ||
		s.Container < projectbase.NoSymbol || s.Container >= n.Ordinal) {
		err = fmt.Errorf("symbol %d: %w", id, projectbase.ErrMalformed)
	}
	return n, err
}

func Symbols(c *database.Conn, file store.FileID) ([]projectbase.Symbol, error) {
	r, err := c.Query("symbols", format.SymbolID(file, 0), format.SymbolID(file, format.MaxOrdinal))
	if err != nil {
		return nil, err
	}
	var list []projectbase.Symbol
	for r.Next() {
		n, err := ScanSymbol(r)
		if err == nil && int(n.Ordinal) != len(list) {
			err = fmt.Errorf("symbol %d of file %d is missing: %w", len(list), file, projectbase.ErrMalformed)
		}
		if err != nil {
			r.Close()
			return nil, store.Corrupt(c.Dir, err)
		}
		list = append(list, n.Symbol)
	}
	return list, r.Done()
}
