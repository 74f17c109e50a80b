package store

import (
	"fmt"
	"strconv"

	"codegraph/projectbase"
)

// file reads a row of files.sql or file_at.sql.
func scanFile(r *rows) File {
	f := File{ID: FileID(r.count(0))}
	f.Path, f.Language, f.IndexedAt, f.Partial = projectbase.Path(r.text(1)), r.text(2), r.int(3), r.text(4)
	err := unpackFile(r.blob(5), &f)
	if err == nil && (f.ID < 1 || f.ID > maxFile || !f.Path.Valid()) {
		err = projectbase.ErrMalformed
	}
	if err != nil {
		r.fail(fmt.Errorf("file %d: %w", f.ID, err))
	}
	return f
}

// stat reads four columns from i on.
func scanStat(r *rows, i int) projectbase.Stat {
	return projectbase.Stat{Size: r.int(i), ModTime: r.int(i + 1), Changed: r.int(i + 2), Inode: uint64(r.int(i + 3))}
}

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
