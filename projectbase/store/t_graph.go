package store

import "fmt"

// users returns the files that have an edge to a target, by id.
func users(c *conn, target int64) ([]FileID, error) {
	data, err := blob(c, "users", target)
	if err != nil {
		return nil, err
	}
	files, err := unpackFiles(data)
	if err != nil {
		return nil, damaged(c.dir, err)
	}
	return files, nil
}

// eachOutline calls fn with what is kept of each file, by id. Consulted is set
// only where edges were entered.
func eachOutline(c *conn, fn func(Outline) error) error {
	r, err := c.query("outlines")
	if err != nil {
		return err
	}
	for r.next() {
		o := Outline{File: FileID(r.count(0)), Data: r.blob(2)}
		if o.Slots, err = unpackSlots(r.blob(1)); err == nil {
			o.Consulted, err = unpackKeys(r.blob(3))
		}
		if err != nil {
			r.close()
			return damaged(c.dir, fmt.Errorf("file %d: %w", o.File, err))
		}
		if err := fn(o); err != nil {
			r.close()
			return err
		}
	}
	return r.done()
}

// slots returns the slots of a file's symbols; nil where each is the ordinal.
func slots(c *conn, file FileID) ([]uint32, error) {
	data, err := blob(c, "slots", int64(file))
	if err != nil {
		return nil, err
	}
	list, err := unpackSlots(data)
	if err != nil {
		return nil, damaged(c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return list, nil
}

// edgeData returns the packed edges of a file; nil if it has none.
func edgeData(c *conn, file FileID) ([]byte, error) { return blob(c, "edges", int64(file)) }

// blob returns the first column of the last row that a query of one argument has;
// nil if it has none.
func blob(c *conn, query string, id int64) ([]byte, error) {
	r, err := c.query(query, id)
	if err != nil {
		return nil, err
	}
	var data []byte
	for r.next() {
		data = r.blob(0)
	}
	return data, r.done()
}

// body returns what resolving a file needs of it. terms gives the spellings of
// its items.
func body(c *conn, file FileID, terms func([]ItemID) ([]string, error)) (Body, error) {
	d, err := readFileData(c, file)
	if err != nil {
		return Body{}, err
	}
	items, err := unpackItems(d.items)
	if err != nil {
		return Body{}, damaged(c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	list, strings, err := unpackReferences(d.refs, len(items))
	if err != nil {
		return Body{}, damaged(c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	names, err := terms(items)
	if err != nil {
		return Body{}, err
	}
	bindings, err := unpackBindings(d.bindings, len(items), len(strings))
	if err != nil {
		return Body{}, damaged(c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return Body{References: References{Names: append(names, strings...), List: list}, Bindings: bindings}, nil
}
