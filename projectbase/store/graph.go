package store

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// Outline is what the base keeps of a file so that others can be resolved
// without reading all that it says.
type Outline struct {
	File      FileID
	Slots     []uint32 // by ordinal of the symbol; nil where each is the ordinal
	Data      []byte   // packed by package resolve
	Consulted []uint16 // keys of the names whose meaning elsewhere its edges depend on; ascending
}

// Body is what resolving a file needs of it.
type Body struct {
	References References
	Bindings   []projectbase.Binding
}

// graphTables writes edges; a Builder and a Tx each have one.
type graphTables struct {
	c     *conn
	delta map[int64]map[FileID]bool // by target: files that now lead to it, or no longer do
}

func (g *graphTables) putOutline(o Outline) error {
	return g.c.exec("insert_outline", int64(o.File), notNil(appendSlots(nil, o.Slots)), notNil(o.Data))
}

// putEdges enters the edges of a file in place of old ones.
func (g *graphTables) putEdges(file FileID, old []byte, edges []projectbase.Edge, consulted []uint16) error {
	was, err := unpackEdges(old, file)
	if len(old) == 0 {
		was, err = Edges{}, nil
	}
	if err != nil {
		return damaged(g.c.dir, err)
	}
	g.change(file, targets(was.Outcomes), targets(edges))
	return g.c.exec("insert_edges", int64(file), appendEdges(nil, file, edges), notNil(appendKeys(nil, consulted)))
}

// change notes which targets a file leads to that it did not, and the reverse.
func (g *graphTables) change(file FileID, was, now map[int64]bool) {
	for t := range now {
		if !was[t] {
			g.note(t, file, true)
		}
	}
	for t := range was {
		if !now[t] {
			g.note(t, file, false)
		}
	}
}

func (g *graphTables) note(target int64, file FileID, leads bool) {
	if g.delta == nil {
		g.delta = map[int64]map[FileID]bool{}
	}
	m := g.delta[target]
	if m == nil {
		m = map[FileID]bool{}
		g.delta[target] = m
	}
	m[file] = leads
}

// flush writes the lists of users that changed.
func (g *graphTables) flush() error {
	targets := make([]int64, 0, len(g.delta))
	for t := range g.delta {
		targets = append(targets, t)
	}
	slices.Sort(targets)
	for _, t := range targets {
		files, err := users(g.c, t)
		if err != nil {
			return err
		}
		for f, leads := range g.delta[t] {
			at, ok := slices.BinarySearch(files, f)
			switch {
			case leads && !ok:
				files = slices.Insert(files, at, f)
			case !leads && ok:
				files = slices.Delete(files, at, at+1)
			}
		}
		if len(files) == 0 {
			err = g.c.exec("delete_use", t)
		} else {
			err = g.c.exec("insert_use", t, appendFiles(nil, files))
		}
		if err != nil {
			return err
		}
	}
	clear(g.delta)
	return nil
}

// appendFiles packs ids that ascend.
func appendFiles(dst []byte, files []FileID) []byte {
	prev := FileID(0)
	for _, f := range files {
		dst = binary.AppendUvarint(dst, uint64(f-prev))
		prev = f
	}
	return dst
}

func unpackFiles(data []byte) ([]FileID, error) {
	r := pack.Read(data)
	list := make([]FileID, 0, len(data))
	id := uint64(0)
	for len(r.Rest()) > 0 {
		d := r.Uint64()
		if id += d; r.Bad() || d == 0 || id > maxFile {
			return nil, fmt.Errorf("users of a symbol: %w", projectbase.ErrMalformed)
		}
		list = append(list, FileID(id))
	}
	return list, nil
}

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

// Edges returns what the references of a file were resolved to.
func (s *Snapshot) Edges(file FileID) (Edges, error) {
	data, err := edgeData(s.c, file)
	if err != nil || len(data) == 0 {
		return Edges{}, err
	}
	e, err := unpackEdges(data, file)
	if err != nil {
		return Edges{}, damaged(s.c.dir, fmt.Errorf("file %d: %w", file, err))
	}
	return e, nil
}

// Users returns the files that have an edge to a symbol, by id.
func (s *Snapshot) Users(t projectbase.Target) ([]FileID, error) { return users(s.c, symbolKey(t)) }

// Slots returns the numbers by which edges name the symbols of a file, by
// ordinal; nil where each is the ordinal.
func (s *Snapshot) Slots(file FileID) ([]uint32, error) { return slots(s.c, file) }

// Outlines calls fn with what is kept of each file for resolving others, by id.
func (s *Snapshot) Outlines(fn func(Outline) error) error { return eachOutline(s.c, fn) }

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

// PutOutline enters what is kept of a file that was put.
func (b *Builder) PutOutline(o Outline) error { return b.graph.putOutline(o) }

// FileID returns the id of the file that was put last.
func (b *Builder) FileID() FileID { return FileID(b.files) }

// Body returns what resolving a file that was put needs of it.
func (b *Builder) Body(file FileID) (Body, error) {
	return body(b.c, file, func(items []ItemID) ([]string, error) {
		terms := make([]string, len(items), len(items)+16)
		for i, id := range items {
			if int(id) > len(b.terms) {
				return nil, fmt.Errorf("item %d: %w", id, projectbase.ErrMalformed)
			}
			terms[i] = b.terms[id-1]
		}
		return terms, nil
	})
}

// PutEdges enters what the references of a file were resolved to, one edge a
// reference. All files were put.
func (b *Builder) PutEdges(file FileID, edges []projectbase.Edge, consulted []uint16) error {
	packed := appendEdges(nil, file, edges)
	for i := range edges {
		for _, t := range edges[i].Targets {
			b.uses = append(b.uses, use{symbolKey(t), file})
		}
	}
	return b.c.exec("insert_edges", int64(file), packed, notNil(appendKeys(nil, consulted)))
}

// use says that a file leads to a target.
type use struct {
	target int64
	file   FileID
}

// putUses writes who uses what.
func (b *Builder) putUses() error {
	slices.SortFunc(b.uses, func(x, y use) int { return cmp.Or(cmp.Compare(x.target, y.target), cmp.Compare(x.file, y.file)) })
	uses := slices.Compact(b.uses)
	in := b.c.inserter("insert_use", 50)
	var files []FileID
	for i, u := range uses {
		files = append(files, u.file)
		if i+1 < len(uses) && uses[i+1].target == u.target {
			continue
		}
		if err := in.put(u.target, appendFiles(nil, files)); err != nil {
			return err
		}
		files = files[:0]
	}
	return in.flush()
}

// Outlines calls fn with what is kept of each file, by id.
func (tx *Tx) Outlines(fn func(Outline) error) error { return eachOutline(tx.c, fn) }

// PutOutline enters what is kept of a file.
func (tx *Tx) PutOutline(o Outline) error {
	tx.changed = true
	return tx.graph.putOutline(o)
}

// Slots returns the numbers by which edges name the symbols of a file, by
// ordinal; nil where each is the ordinal.
func (tx *Tx) Slots(file FileID) ([]uint32, error) { return slots(tx.c, file) }

// Symbols returns the symbols of a file in their order.
func (tx *Tx) Symbols(file FileID) ([]projectbase.Symbol, error) { return symbols(tx.c, file) }

// Body returns what resolving a file needs of it.
func (tx *Tx) Body(file FileID) (Body, error) { return body(tx.c, file, tx.termsOf) }

// PutEdges enters what the references of a file were resolved to, one edge a
// reference, and writes only what differs.
func (tx *Tx) PutEdges(file FileID, edges []projectbase.Edge, consulted []uint16) error {
	old, err := edgeData(tx.c, file)
	if err != nil {
		return err
	}
	tx.changed = true
	return tx.graph.putEdges(file, old, edges, consulted)
}

// RemoveOutline drops what is kept of a file's declarations and edges.
func (tx *Tx) RemoveOutline(file FileID) error {
	tx.changed = true
	return tx.removeGraph(file)
}

// Files returns all files, in no order.
func (tx *Tx) Files() ([]File, error) {
	r, err := tx.c.query("files")
	if err != nil {
		return nil, err
	}
	var list []File
	for r.next() {
		list = append(list, scanFile(r))
	}
	return list, r.done()
}

// Generation is the number of the base's state: that which it had before the
// transaction, or once Update has returned, that which it has now.
func (tx *Tx) Generation() int64 { return tx.generation }

// removeGraph drops what is kept of a file's edges. What led to it is resolved
// anew by whoever removes it.
func (tx *Tx) removeGraph(file FileID) error {
	old, err := edgeData(tx.c, file)
	if err != nil {
		return err
	}
	if len(old) > 0 {
		e, err := unpackEdges(old, file)
		if err != nil {
			return damaged(tx.c.dir, err)
		}
		tx.graph.change(file, targets(e.Outcomes), nil)
	}
	return errors.Join(tx.c.exec("delete_outline", int64(file)), tx.c.exec("delete_edges", int64(file)))
}
