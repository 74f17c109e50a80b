package store

import (
	"fmt"
	"slices"
	"strconv"

	"codegraph/projectbase"
)

// fileData is a row of file_data, packed.
type fileData struct {
	items, refs, bindings, imports []byte
	header                         string
}

// fileData returns the row of a file; an error that wraps
// projectbase.ErrNotFound if there is none.
func readFileData(c *conn, file FileID) (fileData, error) {
	r, err := c.query("file_data", int64(file))
	if err != nil {
		return fileData{}, err
	}
	var d fileData
	found := false
	for r.next() {
		d = fileData{items: r.blob(0), refs: r.blob(1), bindings: r.blob(2), imports: r.blob(3), header: r.text(4)}
		found = true
	}
	if err := r.done(); err != nil {
		return fileData{}, err
	}
	if !found {
		return fileData{}, fmt.Errorf("file %d in the base: %w", file, projectbase.ErrNotFound)
	}
	return d, nil
}

// Header returns the comments at the head of a file and those of its types.
func (s *Snapshot) Header(file FileID) (string, error) {
	d, err := readFileData(s.c, file)
	return d.header, err
}

// Imports returns what a file imports, in its order.
func (s *Snapshot) Imports(file FileID) ([]projectbase.Import, error) {
	d, err := readFileData(s.c, file)
	if err != nil {
		return nil, err
	}
	list, err := unpackImports(d.imports)
	if err != nil {
		return nil, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return list, nil
}

// References returns the references of a file, in its order.
func (s *Snapshot) References(file FileID) (References, error) {
	return s.references(file, func(items []ItemID) ([]string, error) { return terms(s.c, items) })
}

// ReferencesBy returns the references of a file, in its order. Names that are
// single items have a text only if they are among known: to read all others of
// many files takes most of the time.
func (s *Snapshot) ReferencesBy(file FileID, known map[ItemID]string) (References, error) {
	return s.references(file, func(items []ItemID) ([]string, error) {
		names := make([]string, len(items))
		for i, id := range items {
			names[i] = known[id]
		}
		return names, nil
	})
}

func (s *Snapshot) references(file FileID, terms func([]ItemID) ([]string, error)) (References, error) {
	items, list, strings, err := s.named(file)
	if err != nil {
		return References{}, err
	}
	names, err := terms(items)
	if err != nil {
		return References{}, err
	}
	return References{Names: append(names, strings...), List: list}, nil
}

// ReferencePlaces returns the references of a file, in its order, without their
// names.
func (s *Snapshot) ReferencePlaces(file FileID) ([]projectbase.Reference, error) {
	d, err := readFileData(s.c, file)
	if err != nil {
		return nil, err
	}
	list, _, err := unpackReferences(d.refs, 1<<31)
	if err != nil {
		return nil, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return list, nil
}

// NamedReferences returns the references of a file, in its order, and the file's
// items: the name of a reference is a place among them, unless it is more than
// those.
func (s *Snapshot) NamedReferences(file FileID) ([]projectbase.Reference, []ItemID, error) {
	items, list, _, err := s.named(file)
	return list, items, err
}

// TermsAt returns the spellings of those items of a file that stand at places
// among all of its items; "" for a place that is not there.
func (s *Snapshot) TermsAt(file FileID, places []projectbase.TermID) ([]string, error) {
	items, err := s.ItemsOf(file)
	if err != nil {
		return nil, err
	}
	var ids []ItemID
	for _, p := range places {
		if int(p) < len(items) {
			ids = append(ids, items[p])
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	terms, err := terms(s.c, ids)
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

// named returns what unpackReferences does, with the items of the file.
func (s *Snapshot) named(file FileID) ([]ItemID, []projectbase.Reference, []string, error) {
	d, err := readFileData(s.c, file)
	if err != nil {
		return nil, nil, nil, err
	}
	items, err := unpackItems(d.items)
	if err != nil {
		return nil, nil, nil, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	list, strings, err := unpackReferences(d.refs, len(items))
	if err != nil {
		return nil, nil, nil, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return items, list, strings, nil
}

// ItemsOf returns the items of a file, by id.
func (s *Snapshot) ItemsOf(file FileID) ([]ItemID, error) {
	d, err := readFileData(s.c, file)
	if err != nil {
		return nil, err
	}
	items, err := unpackItems(d.items)
	if err != nil {
		return nil, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return items, nil
}

// FileTerms calls fn with each item of a file and its keys there, by id. keys
// is valid during the call only.
func (s *Snapshot) FileTerms(file FileID, fn func(term string, keys projectbase.LineKeys) error) error {
	items, err := s.ItemsOf(file)
	if err != nil {
		return err
	}
	terms, err := terms(s.c, items)
	if err != nil {
		return err
	}
	chunks, err := chunksAt(s.c, items, file)
	if err != nil {
		return err
	}
	for i := range items {
		keys, err := chunks[i].keys(file)
		if err == nil && keys == nil {
			err = fmt.Errorf("item %d of file %d does not occur there: %w", items[i], file, projectbase.ErrMalformed)
		}
		if err != nil {
			return damaged(s.c.dir, err)
		}
		if err := fn(terms[i], keys); err != nil {
			return err
		}
	}
	return nil
}

// jsonIDs writes ids as json_each reads them.
func jsonIDs(ids []ItemID) string {
	b := make([]byte, 0, 8*len(ids)+2)
	b = append(b, '[')
	for i, id := range ids {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(id), 10)
	}
	return string(append(b, ']'))
}

// terms returns the spellings of items.
func terms(c *conn, items []ItemID) ([]string, error) {
	terms := make([]string, len(items), len(items)+16)
	r, err := c.query("terms", jsonIDs(items))
	if err != nil {
		return nil, err
	}
	n := 0
	for ; r.next(); n++ {
		if i := int(r.count(0)); i < len(terms) {
			terms[i] = r.text(1)
		}
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	if n != len(items) {
		return nil, damaged(c.dir, fmt.Errorf("%d items of a file are not there: %w", len(items)-n, projectbase.ErrMalformed))
	}
	return terms, nil
}

// chunk is a row of posting.
type chunk struct {
	first FileID // 0 if there is no row
	data  []byte
}

// keys returns the keys of file in the chunk, nil if it has none.
func (c chunk) keys(file FileID) (found projectbase.LineKeys, err error) {
	err = eachEntry(c.data, c.first, func(f FileID, keys projectbase.LineKeys) error {
		if f == file {
			found = keys
		}
		return nil
	})
	return found, err
}

// chunksAt returns for each item the chunk that holds file if any does: the
// last that begins at or before it, else the item's first.
func chunksAt(c *conn, items []ItemID, file FileID) ([]chunk, error) {
	chunks := make([]chunk, len(items))
	r, err := c.query("chunks_at", jsonIDs(items), int64(file))
	if err != nil {
		return nil, err
	}
	for r.next() {
		if i := int(r.count(0)); i < len(chunks) {
			chunks[i] = chunk{first: FileID(r.count(1)), data: r.blob(2)}
		}
	}
	return chunks, r.done()
}
