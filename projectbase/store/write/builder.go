package write

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
)

// pageSize is the page size of new indexes. An update writes whole pages: with
// 8 KB an update took twice as long, and the index was as large.
const pageSize = 4096

// Builder builds a whole index in a file of its own. It is for one goroutine.
// The order of calls is Create, Put for each file, Finish, Publish, and Close
// in any case.
type Builder struct {
	dir   string
	path  string
	c     *database.Conn
	pack  format.Packer
	ids   map[string]store.ItemID
	terms []string                              // by ItemID - 1
	known map[*projectbase.Terms][]store.ItemID // by TermID; 0 where not yet known
	post  postingBuffer
	items []store.ItemID // of the present file
	count int64          // items with occurrences
	graph edgeWriter
	uses  []use

	last     projectbase.Path
	files    int
	file     *database.Inserter
	data     *database.Inserter
	symbol   *database.Inserter
	posting  *database.Inserter
	finished bool
}

// maxKnown is the number of Terms whose items a Builder remembers: one for each
// running parser.
const maxKnown = 16

// Create begins an index for dir, which the caller has locked. The present
// index stays until Publish. Errors wrap projectbase.ErrForeign or ErrTooNew if
// the present index.db must not be replaced, and ErrReadOnly if dir is not
// writable.
func Create(ctx context.Context, dir string) (*Builder, error) {
	present, err := read.Open(ctx, dir)
	switch {
	case err == nil:
		if err := present.Close(); err != nil {
			return nil, err
		}
	case errors.Is(err, projectbase.ErrForeign), errors.Is(err, projectbase.ErrTooNew):
		return nil, err
	}
	if err := lock.RemoveBuild(dir); err != nil {
		return nil, fmt.Errorf("build an index: %w: %w", projectbase.ErrReadOnly, err)
	}
	b := &Builder{dir: dir, path: filepath.Join(dir, store.BuildName), ids: map[string]store.ItemID{}, known: map[*projectbase.Terms][]store.ItemID{}}
	if err := b.begin(ctx); err != nil {
		b.Close()
		return nil, fmt.Errorf("build an index: %w", err)
	}
	return b, nil
}

func (b *Builder) begin(ctx context.Context) error {
	params := append([]string{fmt.Sprintf("_pragma=page_size(%d)", presentPageSize(b.dir))}, database.BuildParams...)
	if err := database.ApplyMigrations(ctx, b.dir, b.path, params); err != nil {
		return err
	}
	var err error
	if b.c, err = database.Connect(b.dir, b.path, params...); err != nil {
		return err
	}
	b.graph.c = b.c
	// Creating the index after filling the table is faster.
	if err := b.c.Script("DROP INDEX symbol_name"); err != nil {
		return err
	}
	b.file, b.data = b.c.Inserter("insert_file", 20), b.c.Inserter("insert_file_data", 1)
	b.symbol, b.posting = b.c.Inserter("insert_symbol", 20), b.c.Inserter("insert_posting", 50)
	return b.c.Script("BEGIN")
}

// presentPageSize returns the page size of the index in dir, because Publish
// can only copy pages of the same size. Without an index it is pageSize.
func presentPageSize(dir string) int {
	if database.Identify(dir) != nil {
		return pageSize
	}
	c, err := database.Connect(dir, filepath.Join(dir, store.FileName), "mode=ro")
	if err != nil {
		return pageSize
	}
	defer c.Close()
	n, err := c.Number("PRAGMA page_size")
	if err != nil || n < 512 || n > 65536 {
		return pageSize
	}
	return int(n)
}

// Put adds a file. Files must come in the order of their paths. Put does not
// keep f. An error that wraps projectbase.ErrMalformed means that f is invalid;
// then nothing of the file was added and the build can continue.
func (b *Builder) Put(meta store.FileMeta, f *projectbase.Facts) error {
	if err := b.put(meta, f); err != nil {
		return fmt.Errorf("index %s: %w", meta.Path, err)
	}
	return nil
}

func (b *Builder) put(meta store.FileMeta, f *projectbase.Facts) error {
	if !meta.Path.Valid() || meta.Path <= b.last {
		return fmt.Errorf("after %q: %w", b.last, projectbase.ErrMalformed)
	}
	if b.files >= store.MaxFile {
		return fmt.Errorf("too many files: %w", projectbase.ErrLimit)
	}
	if err := b.resolve(f); err != nil {
		return err
	}
	p, err := b.pack.Pack(f, b.items)
	if err != nil {
		return err
	}
	b.last = meta.Path
	b.files++
	id := store.FileID(b.files)
	for i, item := range p.Items {
		b.post.add(item, id, p.Keys[i])
	}
	if b.post.full() {
		if err := b.post.spill(b.putChunk); err != nil {
			return err
		}
		if err := b.posting.Flush(); err != nil {
			return err
		}
	}
	if err := b.file.Put(format.FileRow(id, meta, &p.Counts)...); err != nil {
		return err
	}
	if err := b.data.Put(int64(id), format.NotNil(format.AppendItems(nil, p.Items)), p.Refs, p.Bindings, p.Imports, p.Header); err != nil {
		return err
	}
	row := make([]any, 0, format.SymbolColumns)
	for i := range p.Symbols {
		if err := b.symbol.Put(format.AppendSymbol(row[:0], id, i, &p.Symbols[i])...); err != nil {
			return err
		}
	}
	return nil
}

// resolve sets items to the items of the file's postings. It looks each
// spelling up once for each Terms.
func (b *Builder) resolve(f *projectbase.Facts) error {
	known, ok := b.known[f.Terms]
	if !ok && len(b.known) >= maxKnown {
		clear(b.known)
	}
	n := f.Terms.Len()
	if len(known) < n {
		known = append(known, make([]store.ItemID, n+n/2-len(known))...)
	}
	b.known[f.Terms] = known
	b.items = b.items[:0]
	for i := range f.Postings {
		t := f.Postings[i].Term
		if int(t) >= n {
			return fmt.Errorf("posting %d: %w", i, projectbase.ErrMalformed)
		}
		if known[t] == 0 {
			term := f.Terms.Text(t)
			id, ok := b.ids[term]
			if !ok {
				if err := format.CheckTerm(term); err != nil {
					return err
				}
				b.terms = append(b.terms, term)
				id = store.ItemID(len(b.terms))
				b.ids[term] = id
			}
			known[t] = id
		}
		b.items = append(b.items, known[t])
	}
	return nil
}

func (b *Builder) putChunk(item store.ItemID, first store.FileID, data []byte) error {
	return b.posting.Put(int64(item), int64(first), data)
}

// Finish writes the data that is known only at the end: items, their postings,
// the inventory and the metadata.
func (b *Builder) Finish(ctx context.Context, inv store.Inventory, m store.Metadata) error {
	steps := []func() error{
		b.file.Flush, b.symbol.Flush, b.putItems, b.putDictionary,
		func() error { return b.post.drain(b.putChunk) },
		b.posting.Flush, b.putUses,
		func() error { return putInventory(b.c, inv) },
		func() error { return putMetadata(b.c, m) },
		func() error { return b.c.Exec("set_state", newGeneration(), newGeneration(), b.count) },
		func() error { return b.c.Exec("create_symbol_name") },
		func() error { return b.c.Script("COMMIT") },
	}
	for _, step := range steps {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("build an index: %w", err)
		}
		if err := step(); err != nil {
			return fmt.Errorf("build an index: %w", err)
		}
	}
	b.finished = true
	return nil
}

// newGeneration returns a random number for a state of an index.
func newGeneration() int64 {
	var r [8]byte
	rand.Read(r[:])
	return int64(binary.LittleEndian.Uint64(r[:]))
}

// putItems writes the items that occur. Items of rejected files may not occur.
func (b *Builder) putItems() error {
	in := b.c.Inserter("insert_item", 100)
	for i := range b.post.slots {
		if n := b.post.slots[i].n; n > 0 {
			b.count++
			if err := in.Put(int64(i+1), b.terms[i], int64(n)); err != nil {
				return err
			}
		}
	}
	return in.Flush()
}

func (b *Builder) putDictionary() error {
	in := b.c.Inserter("insert_block", 1)
	number := int64(0)
	return format.EachBlock(b.sortedTerms(), func(bl *format.Block) error {
		number++
		return in.Put(number, bl.First, bl.Folds, bl.Items, bl.Spellings)
	})
}

func (b *Builder) sortedTerms() []format.Spelling {
	list := make([]format.Spelling, 0, len(b.terms))
	for i, term := range b.terms {
		if i < len(b.post.slots) && b.post.slots[i].n > 0 {
			list = append(list, format.NewSpelling(term, store.ItemID(i+1)))
		}
	}
	format.SortSpellings(list)
	return list
}

// Close removes the build unless it was published.
func (b *Builder) Close() error {
	var first error
	if b.c != nil {
		first = b.c.Close()
		b.c = nil
	}
	if err := lock.RemoveBuild(b.dir); err != nil && first == nil {
		first = fmt.Errorf("remove the build: %w", err)
	}
	return first
}
