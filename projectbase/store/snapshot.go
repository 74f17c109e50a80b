package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"codegraph/projectbase"
)

// Snapshot is a base at one moment. It is valid, and for one goroutine, within
// the call of View that it was given to. Values it returns outlive it; they are
// shared and must not be changed.
type Snapshot struct {
	ctx        context.Context // of View, which is as long as the snapshot lives
	b          *Base
	c          *conn
	generation int64
	terms      int64
	items      int64 // how many the base holds
	uncounted  bool  // see Uncounted
}

// Uncounted returns s for lookups of items whose Occurrences are of no use: they
// are left 0, which saves half of the time of a lookup of many.
func (s *Snapshot) Uncounted() *Snapshot {
	u := *s
	u.uncounted = true
	return &u
}

// View calls fn with the base as it is now; writers change nothing that fn
// sees. fn is called at once, whatever others do with the base.
//
// Where neither the base nor its directory can be written there are no locks:
// if the base was written meanwhile, what fn did does not count and it is called
// again, at most five times; then the error is a *projectbase.BusyError. So fn
// begins by resetting what it returns.
func (b *Base) View(ctx context.Context, fn func(*Snapshot) error) error {
	for range frozenTries {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := b.take()
		if err != nil {
			return err
		}
		valid, err := b.view(ctx, c, fn)
		if valid {
			return err
		}
		b.forget()
	}
	return &projectbase.BusyError{Base: b.dir, PID: holder(b.dir, lockName)}
}

// forget drops what was kept of views.
func (b *Base) forget() {
	b.mu.Lock()
	b.files, b.terms = nil, nil
	b.mu.Unlock()
}

// view runs fn on c, which it gives back. It is not valid if the base was
// written in the meantime without c noticing.
func (b *Base) view(ctx context.Context, c *conn, fn func(*Snapshot) error) (valid bool, err error) {
	keep := false
	defer func() { b.give(c, keep) }()
	err = b.read(ctx, c, fn)
	if c.frozen != nil {
		return !c.changed(), err
	}
	if end := c.exec("commit"); end != nil && err == nil {
		err = end
	} else if end == nil {
		keep = !errors.Is(err, projectbase.ErrCorrupt)
	}
	return true, err
}

func (b *Base) read(ctx context.Context, c *conn, fn func(*Snapshot) error) error {
	if err := c.exec("begin_read"); err != nil {
		return err
	}
	s := &Snapshot{ctx: ctx, b: b, c: c}
	if err := s.begin(); err != nil {
		return err
	}
	return fn(s)
}

func (s *Snapshot) begin() error {
	r, err := s.c.query("state")
	if err != nil {
		if refused(err) {
			// Most likely the schema is another one since the last view.
			if other := s.c.verify(); other != nil {
				return other
			}
		}
		return err
	}
	n := 0
	for r.next() {
		s.generation, s.terms, s.items = r.int(0), r.int(1), r.int(2)
		n++
	}
	if err := r.done(); err != nil {
		return err
	}
	// Only now that the transaction has read does the schema belong to it.
	if err := s.c.verify(); err != nil {
		return err
	}
	if n != 1 {
		return damaged(s.c.dir, errors.New("it has no state"))
	}
	return nil
}

func (b *Base) take() (*conn, error) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, fmt.Errorf("the base in %s: %w", b.dir, os.ErrClosed)
	}
	if n := len(b.idle); n > 0 {
		c := b.idle[n-1]
		b.idle = b.idle[:n-1]
		b.mu.Unlock()
		return c, nil
	}
	b.mu.Unlock()
	return b.connect()
}

func (b *Base) give(c *conn, keep bool) {
	b.mu.Lock()
	if keep && c.frozen == nil && !b.closed && len(b.idle) < maxIdle {
		b.idle = append(b.idle, c)
		c = nil
	}
	b.mu.Unlock()
	if c != nil {
		_ = c.close() // it only read: nothing can be lost
	}
}

// Generation is another number after each transaction that wrote the base.
func (s *Snapshot) Generation() int64 { return s.generation }

// fileList is what Files returned for one generation.
type fileList struct {
	generation int64
	byPath     []File
	byID       []int32 // index in byPath and 1, by id; nil where ids are sparse
}

// Files returns all files, sorted by path. The slice is shared.
func (s *Snapshot) Files() ([]File, error) {
	l, err := s.fileList()
	if err != nil {
		return nil, err
	}
	return l.byPath, nil
}

func (s *Snapshot) fileList() (*fileList, error) {
	if l := s.keptFiles(); l != nil {
		return l, nil
	}
	// A command wants the list twice at once: to compare the files, and to answer.
	s.b.listing.Lock()
	defer s.b.listing.Unlock()
	if l := s.keptFiles(); l != nil {
		return l, nil
	}
	r, err := s.c.query("files")
	if err != nil {
		return nil, err
	}
	l := &fileList{generation: s.generation}
	top := FileID(0)
	for r.next() {
		f := scanFile(r)
		l.byPath = append(l.byPath, f)
		top = max(top, f.ID)
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	if !sort.SliceIsSorted(l.byPath, func(i, j int) bool { return l.byPath[i].Path < l.byPath[j].Path }) {
		slices.SortFunc(l.byPath, func(a, b File) int { return strings.Compare(string(a.Path), string(b.Path)) })
	}
	if int(top) <= 4*len(l.byPath)+1024 {
		l.byID = make([]int32, top+1)
		for i := range l.byPath {
			l.byID[l.byPath[i].ID] = int32(i) + 1
		}
	}
	s.b.mu.Lock()
	if !s.b.closed {
		s.b.files = l
	}
	s.b.mu.Unlock()
	return l, nil
}

// keptFiles returns the list that was read for this generation, nil without one.
func (s *Snapshot) keptFiles() *fileList {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	if l := s.b.files; l != nil && l.generation == s.generation {
		return l
	}
	return nil
}

// File returns the file at path. Without one, the error wraps projectbase.ErrNotFound.
func (s *Snapshot) File(path projectbase.Path) (File, error) {
	l, err := s.fileList()
	if err != nil {
		return File{}, err
	}
	i, ok := slices.BinarySearchFunc(l.byPath, path, func(f File, p projectbase.Path) int { return strings.Compare(string(f.Path), string(p)) })
	if !ok {
		return File{}, fmt.Errorf("file %s in the base: %w", path, projectbase.ErrNotFound)
	}
	return l.byPath[i], nil
}

// FileByID returns the file with an id that the base gave. Without one, the
// error wraps projectbase.ErrNotFound.
func (s *Snapshot) FileByID(id FileID) (File, error) {
	l, err := s.fileList()
	if err != nil {
		return File{}, err
	}
	if l.byID != nil {
		if int(id) < len(l.byID) && l.byID[id] > 0 {
			return l.byPath[l.byID[id]-1], nil
		}
	} else if i := slices.IndexFunc(l.byPath, func(f File) bool { return f.ID == id }); i >= 0 {
		return l.byPath[i], nil
	}
	return File{}, fmt.Errorf("file %d in the base: %w", id, projectbase.ErrNotFound)
}

// Stats counts what the base holds.
func (s *Snapshot) Stats() (Stats, error) {
	files, err := s.Files()
	if err != nil {
		return Stats{}, err
	}
	out := Stats{Files: len(files)}
	for i := range files {
		f := &files[i]
		out.Lines += int64(f.LineObjects)
		out.SourceLines += int64(f.Lines)
		out.Occurrences += int64(f.Occurrences)
		out.Methods += int64(f.Methods)
		out.Types += int64(f.Types)
		out.Symbols += int64(f.Symbols)
	}
	links, err := s.Links()
	if err != nil {
		return Stats{}, err
	}
	out.Items, out.Dependencies = s.items, len(links)
	fi, err := os.Stat(filepath.Join(s.c.dir, fileName))
	if err != nil {
		return Stats{}, fmt.Errorf("size of the base: %w", err)
	}
	out.Bytes = fi.Size()
	return out, nil
}
