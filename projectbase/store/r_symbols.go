package store

import "codegraph/projectbase"

// Symbols returns the symbols of a file in their order.
func (s *Snapshot) Symbols(file FileID) ([]projectbase.Symbol, error) { return symbols(s.c, file) }

// SymbolsNamed returns the symbols of a name, or with fold those whose name
// differs by case only, by file and ordinal.
func (s *Snapshot) SymbolsNamed(name string, fold bool) ([]Named, error) {
	r, err := s.c.query("symbols_named", projectbase.Fold(name))
	if err != nil {
		return nil, err
	}
	var list []Named
	for r.next() {
		n, err := scanSymbol(r)
		if err != nil {
			r.close()
			return nil, damaged(s.c.dir, err)
		}
		if fold || n.Name == name {
			list = append(list, n)
		}
	}
	return list, r.done()
}
