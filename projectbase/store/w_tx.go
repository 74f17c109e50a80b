package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase"
)

// Writer updates a base. It is for one goroutine, and for who holds the lock.
type Writer struct {
	dir   string
	c     *conn
	terms *dictionary
	pack  packer
}

// OpenWriter opens the base in dir, which the caller has locked, for updates.
// Errors are those of Open, and ErrReadOnly.
func OpenWriter(ctx context.Context, dir string) (*Writer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := identify(dir); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, fileName)
	c, err := connect(dir, file, writeParams...)
	if err != nil {
		if f, denied := openPlain(file, os.O_RDWR); denied == nil {
			f.Close()
		} else if errors.Is(denied, os.ErrPermission) {
			return nil, fmt.Errorf("%w: %w", projectbase.ErrReadOnly, err)
		}
		return nil, err
	}
	if err := c.verify(); err != nil {
		c.close()
		return nil, err
	}
	return &Writer{dir: dir, c: c}, nil
}

// Close closes the base.
func (w *Writer) Close() error { return w.c.close() }

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
	if err := w.c.exec("begin_write"); err != nil {
		return err
	}
	err := w.update(ctx, fn)
	if err != nil {
		w.terms = nil
		// The error that matters is the one that led here; a connection that
		// cannot roll back is closed with its transaction.
		_ = w.c.exec("rollback")
	}
	return err
}

func (w *Writer) update(ctx context.Context, fn func(*Tx) error) error {
	if err := w.c.verify(); err != nil {
		return err
	}
	tx := &Tx{ctx: ctx, w: w, c: w.c, delta: map[ItemID]int64{}, made: map[string]ItemID{}, graph: graphTables{c: w.c},
		posting: w.c.inserter("insert_posting", 50), symbol: w.c.inserter("insert_symbol", 20)}
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
		return w.c.exec("rollback")
	}
	if err := tx.finish(); err != nil {
		return err
	}
	if err := w.c.exec("commit"); err != nil {
		return err
	}
	if fi, err := os.Stat(filepath.Join(w.dir, fileName+"-wal")); err == nil && fi.Size() > maxWAL {
		return w.Checkpoint()
	}
	return nil
}

// maxWAL is the length at which the write-ahead log is moved to the base within
// an update. It waits for the disk, which takes longer than many updates.
const maxWAL = 32 << 20

// Checkpoint moves the write-ahead log to the base, as far as no reader still
// needs it. Close does it too; whoever keeps a Writer calls it when idle.
func (w *Writer) Checkpoint() error { return w.c.script("PRAGMA wal_checkpoint(PASSIVE)") }

// Tx is a transaction that writes. It is valid within the call of Update that
// it was given to.
type Tx struct {
	ctx context.Context // of Update, which is as long as the transaction lives
	w   *Writer
	c   *conn

	changed    bool
	generation int64
	terms      int64 // state of the dictionary
	held       int64 // items at the beginning
	nextFile   FileID
	nextItem   ItemID
	delta      map[ItemID]int64  // occurrences to add, entered at the end
	made       map[string]ItemID // items that the base does not have yet

	graph   graphTables
	posting *inserter
	symbol  *inserter
	items   []ItemID // of the file at hand
}

func (tx *Tx) begin() error {
	r, err := tx.c.query("ends")
	if err != nil {
		return err
	}
	for r.next() {
		tx.terms, tx.nextFile, tx.nextItem, tx.held = r.int(0), FileID(r.count(1))+1, ItemID(r.count(2))+1, r.int(3)
		tx.generation = r.int(4)
	}
	return r.done()
}

// File returns what the base knows of the file at path. Without one, the error
// wraps projectbase.ErrNotFound.
func (tx *Tx) File(path projectbase.Path) (File, error) {
	r, err := tx.c.query("file_at", string(path))
	if err != nil {
		return File{}, err
	}
	f, found := File{}, false
	for r.next() {
		f, found = scanFile(r), true
	}
	if err := r.done(); err != nil {
		return File{}, err
	}
	if !found {
		return File{}, fmt.Errorf("file %s in the base: %w", path, projectbase.ErrNotFound)
	}
	return f, nil
}

// Touch notes that the file at path has another stat and the same content.
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
	return tx.c.exec("insert_file", fileRow(f.ID, f.FileMeta, &f)...)
}

// Metadata returns what the base says of itself.
func (tx *Tx) Metadata() (Metadata, error) { return metadata(tx.c) }

// SetMeta replaces what the base says of itself.
func (tx *Tx) SetMeta(m Metadata) error {
	old, err := metadata(tx.c)
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

// SetLink enters a link, or changes the one with the same path.
func (tx *Tx) SetLink(l Link) error {
	if l.Path == "" {
		return fmt.Errorf("link without a path: %w", projectbase.ErrUsage)
	}
	tx.changed = true
	return putLink(tx.c, l)
}

// RemoveLink drops the link with a path and reports whether there was one.
func (tx *Tx) RemoveLink(path string) (bool, error) {
	r, err := tx.c.query("delete_link", path)
	if err != nil {
		return false, err
	}
	n := 0
	for r.next() {
		n++
	}
	tx.changed = tx.changed || n > 0
	return n > 0, r.done()
}

// Links returns the links that people entered, by path.
func (tx *Tx) Links() ([]Link, error) { return links(tx.c) }

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
