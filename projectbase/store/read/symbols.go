package read

import (
	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/tables"
)

// Symbols returns the symbols of a file in their order.
func (s *Contents) Symbols(file store.FileID) ([]projectbase.Symbol, error) {
	return tables.Symbols(s.c, file)
}

// SymbolsNamed returns the symbols with a name, sorted by file and ordinal.
// With fold, it ignores case.
func (s *Contents) SymbolsNamed(name string, fold bool) ([]store.Named, error) {
	r, err := s.c.Query("symbols_named", projectbase.Fold(name))
	if err != nil {
		return nil, err
	}
	var list []store.Named
	for r.Next() {
		n, err := tables.ScanSymbol(r)
		if err != nil {
			r.Close()
			return nil, store.Corrupt(s.c.Dir, err)
		}
		if fold || n.Name == name {
			list = append(list, n)
		}
	}
	return list, r.Done()
}
