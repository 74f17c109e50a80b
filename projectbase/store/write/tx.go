package write

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/tables"
)

// Writer updates an index. It is for one goroutine of the process that holds
// the lock.
type Writer struct {
	dir   string
	c     *database.Conn
	terms *format.Dictionary
	pack  format.Packer
}

// OpenWriter opens the index in dir for updates. The caller has locked dir.
// Errors are those of read.Open, and projectbase.ErrReadOnly.
func OpenWriter(ctx context.Context, dir string) (*Writer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := database.Identify(dir); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, store.FileName)
	c, err := database.Connect(dir, file, database.WriteParams...)
	if err != nil {
		if f, denied := lock.OpenPlain(file, os.O_RDWR); denied == nil {
			f.Close()
		} else if errors.Is(denied, os.ErrPermission) {
			return nil, fmt.Errorf("%w: %w", projectbase.ErrReadOnly, err)
		}
		return nil, err
	}
	if err := c.Verify(); err != nil {
		c.Close()
		return nil, err
	}
	return &Writer{dir: dir, c: c}, nil
}

// Close closes the index.
func (w *Writer) Close() error { return w.c.Close() }

// Update is OpenWriter, Writer.Update and Close.
func Update(ctx context.Context, dir string, fn func(*Tx) error) error {
	w, err := OpenWriter(ctx, dir)
	if err != nil {
		return err
	}
	err = w.Update(ctx, fn)
	if end := w.Close(); err == nil {
		err = end
	}
	return err
}

// Update calls fn with a transaction, which is committed if fn returns nil and
// otherwise leaves no trace. If fn changes nothing, nothing is written.
func (w *Writer) Update(ctx context.Context, fn func(*Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := w.c.Exec("begin_write"); err != nil {
		return err
	}
	err := w.update(ctx, fn)
	if err != nil {
		w.terms = nil
		// The error that matters is the one that led here; a connection that
		// cannot roll back is closed with its transaction.
		_ = w.c.Exec("rollback")
	}
	return err
}

func (w *Writer) update(ctx context.Context, fn func(*Tx) error) error {
	if err := w.c.Verify(); err != nil {
		return err
	}
	tx := &Tx{ctx: ctx, w: w, c: w.c, graph: edgeWriter{c: w.c},
		items:   itemWriter{c: w.c, cache: &w.terms, delta: map[store.ItemID]int64{}, made: map[string]store.ItemID{}},
		posting: w.c.Inserter("insert_posting", 50), symbol: w.c.Inserter("insert_symbol", 20)}
	if err := tx.begin(); err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !tx.changed {
		return w.c.Exec("rollback")
	}
	if err := tx.finish(); err != nil {
		return err
	}
	if err := w.c.Exec("commit"); err != nil {
		return err
	}
	if fi, err := os.Stat(filepath.Join(w.dir, store.FileName+"-wal")); err == nil && fi.Size() > maxWAL {
		return w.Checkpoint()
	}
	return nil
}

// maxWAL is the length of the write-ahead log from which an update ends with a
// checkpoint. A checkpoint waits for the disk, which takes longer than many
// updates.
const maxWAL = 32 << 20

// Checkpoint copies the write-ahead log to the index, except for pages that a
// reader still needs. Close does it too; a caller that keeps a Writer calls
// Checkpoint when it is idle.
func (w *Writer) Checkpoint() error { return w.c.Script("PRAGMA wal_checkpoint(PASSIVE)") }

// Tx is a write transaction. It is valid during the call of Update that created
// it.
type Tx struct {
	ctx context.Context // of Update, which outlives the transaction
	w   *Writer
	c   *database.Conn

	changed    bool
	generation int64
	nextFile   store.FileID

	items   itemWriter
	graph   edgeWriter
	posting *database.Inserter
	symbol  *database.Inserter
}

func (tx *Tx) begin() error {
	r, err := tx.c.Query("ends")
	if err != nil {
		return err
	}
	for r.Next() {
		tx.items.version, tx.nextFile, tx.items.next, tx.items.count = r.Int64(0), store.FileID(r.Uint32(1))+1, store.ItemID(r.Uint32(2))+1, r.Int64(3)
		tx.generation = r.Int64(4)
	}
	return r.Done()
}

// finish writes the parts of the transaction that wait for its end: counts of
// items, new and removed items, the dictionary and the state.
func (tx *Tx) finish() error {
	if err := tx.graph.flush(); err != nil {
		return err
	}
	version, count, err := tx.items.flush()
	if err != nil {
		return err
	}
	tx.generation = newGeneration()
	return tx.c.Exec("set_state", tx.generation, version, count)
}

// File returns the indexed file at path. If there is none, the error wraps
// projectbase.ErrNotFound.
func (tx *Tx) File(path projectbase.Path) (store.File, error) {
	r, err := tx.c.Query("file_at", string(path))
	if err != nil {
		return store.File{}, err
	}
	f, found := store.File{}, false
	for r.Next() {
		f, found = tables.ScanFile(r), true
	}
	if err := r.Done(); err != nil {
		return store.File{}, err
	}
	if !found {
		return store.File{}, fmt.Errorf("file %s in the index: %w", path, projectbase.ErrNotFound)
	}
	return f, nil
}

// Touch changes the file information of the file at path. Its content stays.
func (tx *Tx) Touch(path projectbase.Path, stat projectbase.Stat) error {
	f, err := tx.File(path)
	if err != nil {
		return err
	}
	if f.Stat == stat {
		return nil
	}
	f.Stat = stat
	tx.changed = true
	return tx.c.Exec("insert_file", format.FileRow(f.ID, f.FileMeta, &f)...)
}

// Metadata returns the metadata of the index.
func (tx *Tx) Metadata() (store.Metadata, error) { return tables.Metadata(tx.c) }

// SetMeta replaces the metadata of the index.
func (tx *Tx) SetMeta(m store.Metadata) error {
	old, err := tables.Metadata(tx.c)
	if err != nil {
		return err
	}
	if sameMap(old.Map(), m.Map()) {
		return nil
	}
	tx.changed = true
	return putMetadata(tx.c, m)
}

func sameMap(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if w, ok := b[k]; !ok || v != w {
			return false
		}
	}
	return true
}

// SetLink adds a link, or changes the one with the same path.
func (tx *Tx) SetLink(l store.Link) error {
	if l.Path == "" {
		return fmt.Errorf("link without a path: %w", projectbase.ErrUsage)
	}
	tx.changed = true
	return putLink(tx.c, l)
}

// RemoveLink removes the link with a path and reports whether there was one.
func (tx *Tx) RemoveLink(path string) (bool, error) {
	r, err := tx.c.Query("delete_link", path)
	if err != nil {
		return false, err
	}
	n := 0
	for r.Next() {
		n++
	}
	tx.changed = tx.changed || n > 0
	return n > 0, r.Done()
}

// Links returns the links that users added, sorted by path.
func (tx *Tx) Links() ([]store.Link, error) { return tables.Links(tx.c) }

// Files returns all files, unsorted.
func (tx *Tx) Files() ([]store.File, error) {
	r, err := tx.c.Query("files")
	if err != nil {
		return nil, err
	}
	var list []store.File
	for r.Next() {
		list = append(list, tables.ScanFile(r))
	}
	return list, r.Done()
}

// Generation returns the generation of the index before the transaction. After
// Update has returned, it is the new generation.
func (tx *Tx) Generation() int64 { return tx.generation }
