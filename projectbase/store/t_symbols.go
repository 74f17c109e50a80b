package store

import (
	"fmt"

	"codegraph/projectbase"
)

// symbol reads the row that appendSymbol made.
func scanSymbol(r *rows) (Named, error) {
	id := r.int(0)
	n := Named{File: FileID(id >> ordinalBits), Ordinal: int32(id & maxOrdinal)}
	s := &n.Symbol
	s.Container = projectbase.NoSymbol
	if !r.isNull(1) {
		s.Container = int32(r.int(1))
	}
	kind, visibility, flags := r.int(2), r.int(12), r.int(14)
	s.Kind, s.Visibility, s.Flags = projectbase.Kind(kind), projectbase.Visibility(visibility), projectbase.SymbolFlags(flags)
	s.Name, s.Owner = r.text(4), r.text(6)
	if s.Word = r.text(3); r.isNull(3) {
		s.Word = s.Kind.String()
	}
	s.NameLine = r.count(7)
	s.Signature, s.Type, s.Doc, s.Access = r.text(8), r.text(10), r.text(11), r.text(13)
	if s.Signature == "" {
		s.Signature = plainSignature(s)
	}
	s.Prototype = r.text(9)
	s.Metrics.Branches = r.count(16)
	err := unpackPlace(r.blob(15), s)
	if err == nil && (id>>ordinalBits < 1 || id>>ordinalBits > maxFile || int64(s.Kind) != kind || !s.Kind.Valid() ||
		int64(s.Visibility) != visibility || !s.Visibility.Valid() || int64(s.Flags) != flags ||
		s.Container < projectbase.NoSymbol || s.Container >= n.Ordinal) {
		err = fmt.Errorf("symbol %d: %w", id, projectbase.ErrMalformed)
	}
	return n, err
}

func symbols(c *conn, file FileID) ([]projectbase.Symbol, error) {
	r, err := c.query("symbols", symbolID(file, 0), symbolID(file, maxOrdinal))
	if err != nil {
		return nil, err
	}
	var list []projectbase.Symbol
	for r.next() {
		n, err := scanSymbol(r)
		if err == nil && int(n.Ordinal) != len(list) {
			err = fmt.Errorf("symbol %d of file %d is missing: %w", len(list), file, projectbase.ErrMalformed)
		}
		if err != nil {
			r.close()
			return nil, damaged(c.dir, err)
		}
		list = append(list, n.Symbol)
	}
	return list, r.done()
}
