package read

import (
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// Contents reads the packed content of single files.
type Contents struct{ c *database.Conn }

// Header returns the comments at the top of a file and those of its types.
func (s *Contents) Header(file store.FileID) (string, error) {
	d, err := tables.ReadFileData(s.c, file)
	return d.Header, err
}

// Imports returns the imports of a file, in source order.
func (s *Contents) Imports(file store.FileID) ([]projectbase.Import, error) {
	d, err := tables.ReadFileData(s.c, file)
	if err != nil {
		return nil, err
	}
	list, err := format.UnpackImports(d.Imports)
	if err != nil {
		return nil, store.Corrupt(s.c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	return list, nil
}

// References returns the references of a file, in source order.
func (s *Contents) References(file store.FileID) (store.References, error) {
	return s.references(file, func(items []store.ItemID) ([]string, error) { return tables.Terms(s.c, items) })
}

// ReferencesBy returns the references of a file, in source order. A name that
// is an item has a text only if it is in known. Reading the other names takes
// most of the time when there are many files.
func (s *Contents) ReferencesBy(file store.FileID, known map[store.ItemID]string) (store.References, error) {
	return s.references(file, func(items []store.ItemID) ([]string, error) {
		names := make([]string, len(items))
		for i, id := range items {
			names[i] = known[id]
		}
		return names, nil
	})
}

func (s *Contents) references(file store.FileID, terms func([]store.ItemID) ([]string, error)) (store.References, error) {
	items, list, strings, err := s.named(file)
	if err != nil {
		return store.References{}, err
	}
	names, err := terms(items)
	if err != nil {
		return store.References{}, err
	}
	return store.References{Names: append(names, strings...), List: list}, nil
}

// ReferencePlaces returns the references of a file without their names, in
// source order.
func (s *Contents) ReferencePlaces(file store.FileID) ([]projectbase.Reference, error) {
	d, err := tables.ReadFileData(s.c, file)
	if err != nil {
		return nil, err
	}
	list, _, err := format.UnpackReferences(d.Refs, 1<<31)
	if err != nil {
		return nil, store.Corrupt(s.c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	return list, nil
}

// NamedReferences returns the references of a file, in source order, and the
// items of the file. The name of a reference is an index in the items, unless
// it is larger.
func (s *Contents) NamedReferences(file store.FileID) ([]projectbase.Reference, []store.ItemID, error) {
	items, list, _, err := s.named(file)
	return list, items, err
}

// TermsAt returns the spellings of the items of a file at the given indexes, ""
// for an index out of range.
func (s *Contents) TermsAt(file store.FileID, places []projectbase.TermID) ([]string, error) {
	items, err := s.ItemsOf(file)
	if err != nil {
		return nil, err
	}
	var ids []store.ItemID
	for _, p := range places {
		if int(p) < len(items) {
			ids = append(ids, items[p])
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	terms, err := tables.Terms(s.c, ids)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(places))
	for i, p := range places {
		if int(p) < len(items) {
			at, _ := slices.BinarySearch(ids, items[p])
			names[i] = terms[at]
		}
	}
	return names, nil
}

// named returns the items of a file and its unpacked references.
func (s *Contents) named(file store.FileID) ([]store.ItemID, []projectbase.Reference, []string, error) {
	d, err := tables.ReadFileData(s.c, file)
	if err != nil {
		return nil, nil, nil, err
	}
	items, err := format.UnpackItems(d.Items)
	if err != nil {
		return nil, nil, nil, store.Corrupt(s.c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	list, strings, err := format.UnpackReferences(d.Refs, len(items))
	if err != nil {
		return nil, nil, nil, store.Corrupt(s.c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	return items, list, strings, nil
}

// ItemsOf returns the items of a file, sorted by id.
func (s *Contents) ItemsOf(file store.FileID) ([]store.ItemID, error) {
	d, err := tables.ReadFileData(s.c, file)
	if err != nil {
		return nil, err
	}
	items, err := format.UnpackItems(d.Items)
	if err != nil {
		return nil, store.Corrupt(s.c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	return items, nil
}

// FileTerms calls fn with each item of a file and its keys, by id. keys is
// valid only during the call.
func (s *Contents) FileTerms(file store.FileID, fn func(term string, keys projectbase.LineKeys) error) error {
	items, err := s.ItemsOf(file)
	if err != nil {
		return err
	}
	terms, err := tables.Terms(s.c, items)
	if err != nil {
		return err
	}
	chunks, err := tables.ChunksAt(s.c, items, file)
	if err != nil {
		return err
	}
	for i := range items {
		keys, err := chunks[i].Keys(file)
		if err == nil && keys == nil {
			err = fmt.Errorf("item %d of file %d does not occur there: %w", items[i], file, projectbase.ErrMalformed)
		}
		if err != nil {
			return store.Corrupt(s.c.Dir, err)
		}
		if err := fn(terms[i], keys); err != nil {
			return err
		}
	}
	return nil
}

// Bindings returns the bindings of a file, in source order. Their names and
// sources are indexes in the Names that References returns for the file.
func (s *Contents) Bindings(file store.FileID) ([]projectbase.Binding, error) {
	d, err := tables.ReadFileData(s.c, file)
	if err != nil {
		return nil, err
	}
	items, err := format.UnpackItems(d.Items)
	if err == nil {
		var list []projectbase.Binding
		strings := pack.Read(d.Refs)
		if list, err = format.UnpackBindings(d.Bindings, len(items), strings.Count(1)); err == nil {
			return list, nil
		}
	}
	return nil, store.Corrupt(s.c.Dir, fmt.Errorf("file %d: %w", file, err))
}
