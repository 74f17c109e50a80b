package tables

import (
	"fmt"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
)

// Users returns the files that have an edge to a target, sorted by id.
func Users(c *database.Conn, target int64) ([]store.FileID, error) {
	data, err := blob(c, "users", target)
	if err != nil {
		return nil, err
	}
	files, err := format.UnpackFiles(data)
	if err != nil {
		return nil, store.Corrupt(c.Dir, err)
	}
	return files, nil
}

// EachOutline calls fn with the outline of each file, by id. Consulted is set
// only for files with edges.
func EachOutline(c *database.Conn, fn func(store.Outline) error) error {
	r, err := c.Query("outlines")
	if err != nil {
		return err
	}
	for r.Next() {
		o := store.Outline{File: store.FileID(r.Uint32(0)), Data: r.Blob(2)}
		if o.Slots, err = format.UnpackSlots(r.Blob(1)); err == nil {
			o.Consulted, err = format.UnpackKeys(r.Blob(3))
		}
		if err != nil {
			r.Close()
			return store.Corrupt(c.Dir, fmt.Errorf("file %d: %w", o.File, err))
		}
		if err := fn(o); err != nil {
			r.Close()
			return err
		}
	}
	return r.Done()
}

// Slots returns the slots of a file's symbols. It is nil if each slot is the
// symbol's ordinal.
func Slots(c *database.Conn, file store.FileID) ([]uint32, error) {
	data, err := blob(c, "slots", int64(file))
	if err != nil {
		return nil, err
	}
	list, err := format.UnpackSlots(data)
	if err != nil {
		return nil, store.Corrupt(c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	return list, nil
}

// EdgeData returns the packed edges of a file, or nil.
func EdgeData(c *database.Conn, file store.FileID) ([]byte, error) {
	return blob(c, "edges", int64(file))
}

// blob returns the first column of a query for one row, or nil.
func blob(c *database.Conn, query string, id int64) ([]byte, error) {
	r, err := c.Query(query, id)
	if err != nil {
		return nil, err
	}
	var data []byte
	for r.Next() {
		data = r.Blob(0)
	}
	return data, r.Done()
}

// Body returns the references and bindings of a file. terms returns the
// spellings of its items.
func Body(c *database.Conn, file store.FileID, terms func([]store.ItemID) ([]string, error)) (store.Body, error) {
	d, err := ReadFileData(c, file)
	if err != nil {
		return store.Body{}, err
	}
	items, err := format.UnpackItems(d.Items)
	if err != nil {
		return store.Body{}, store.Corrupt(c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	list, strings, err := format.UnpackReferences(d.Refs, len(items))
	if err != nil {
		return store.Body{}, store.Corrupt(c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	names, err := terms(items)
	if err != nil {
		return store.Body{}, err
	}
	bindings, err := format.UnpackBindings(d.Bindings, len(items), len(strings))
	if err != nil {
		return store.Body{}, store.Corrupt(c.Dir, fmt.Errorf("file %d: %w", file, err))
	}
	return store.Body{References: store.References{Names: append(names, strings...), List: list}, Bindings: bindings}, nil
}
