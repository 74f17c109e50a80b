package tables

import (
	"fmt"
	"strconv"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
)

// ScanFile reads a row of files.sql or file_at.sql.
func ScanFile(r *database.Rows) store.File {
	f := store.File{ID: store.FileID(r.Uint32(0))}
	f.Path, f.Language, f.IndexedAt, f.Partial = projectbase.Path(r.Text(1)), r.Text(2), r.Int64(3), r.Text(4)
	err := format.UnpackFile(r.Blob(5), &f)
	if err == nil && (f.ID < 1 || f.ID > store.MaxFile || !f.Path.Valid()) {
		err = projectbase.ErrMalformed
	}
	if err != nil {
		r.Fail(fmt.Errorf("file %d: %w", f.ID, err))
	}
	return f
}

// ScanStat reads four columns from i on.
func scanStat(r *database.Rows, i int) projectbase.Stat {
	return projectbase.Stat{Size: r.Int64(i), ModTime: r.Int64(i + 1), Changed: r.Int64(i + 2), Inode: uint64(r.Int64(i + 3))}
}

// FileData is a row of the table file_data, still packed.
type FileData struct {
	Items, Refs, Bindings, Imports []byte
	Header                         string
}

// ReadFileData returns the row of a file. The error wraps
// projectbase.ErrNotFound if there is none.
func ReadFileData(c *database.Conn, file store.FileID) (FileData, error) {
	r, err := c.Query("file_data", int64(file))
	if err != nil {
		return FileData{}, err
	}
	var d FileData
	found := false
	for r.Next() {
		d = FileData{Items: r.Blob(0), Refs: r.Blob(1), Bindings: r.Blob(2), Imports: r.Blob(3), Header: r.Text(4)}
		found = true
	}
	if err := r.Done(); err != nil {
		return FileData{}, err
	}
	if !found {
		return FileData{}, fmt.Errorf("file %d in the index: %w", file, projectbase.ErrNotFound)
	}
	return d, nil
}

// jsonIDs formats ids for json_each.
func jsonIDs(ids []store.ItemID) string {
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

// Terms returns the spellings of items.
func Terms(c *database.Conn, items []store.ItemID) ([]string, error) {
	terms := make([]string, len(items), len(items)+16)
	r, err := c.Query("terms", jsonIDs(items))
	if err != nil {
		return nil, err
	}
	n := 0
	for ; r.Next(); n++ {
		if i := int(r.Uint32(0)); i < len(terms) {
			terms[i] = r.Text(1)
		}
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	if n != len(items) {
		return nil, store.Corrupt(c.Dir, fmt.Errorf("%d items of a file are missing: %w", len(items)-n, projectbase.ErrMalformed))
	}
	return terms, nil
}

// ChunksAt returns for each item the chunk whose range includes file: the last
// chunk that begins at or before it, or the item's first chunk.
func ChunksAt(c *database.Conn, items []store.ItemID, file store.FileID) ([]format.Chunk, error) {
	chunks := make([]format.Chunk, len(items))
	r, err := c.Query("chunks_at", jsonIDs(items), int64(file))
	if err != nil {
		return nil, err
	}
	for r.Next() {
		if i := int(r.Uint32(0)); i < len(chunks) {
			chunks[i] = format.Chunk{First: store.FileID(r.Uint32(1)), Data: r.Blob(2)}
		}
	}
	return chunks, r.Done()
}
