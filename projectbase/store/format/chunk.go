package format

import (
	"encoding/binary"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
)

// ChunkSize is the length in bytes at which the postings of an item continue in
// another row. Smaller rows make updates cheaper, larger rows save room: with 1
// KB an index was as large, and an update took twice as long.
const ChunkSize = 480

// A chunk is the data of a row of posting: for each file the distance from the
// file before (from first_file for the first, so 0), the length of its keys in
// bytes, and the keys. Files ascend.

// AppendEntry appends the keys of a file to a chunk whose last file is prev.
func AppendEntry(chunk []byte, prev, file store.FileID, keys projectbase.LineKeys) []byte {
	chunk = binary.AppendUvarint(chunk, uint64(file-prev))
	chunk = binary.AppendUvarint(chunk, uint64(len(keys)))
	return append(chunk, keys...)
}

// EachEntry calls fn with each file of a chunk and its keys, which are a part
// of the chunk. It checks that the keys are valid.
func EachEntry(chunk []byte, first store.FileID, fn func(file store.FileID, keys projectbase.LineKeys) error) error {
	r := pack.Read(chunk)
	file := first
	for n := 0; len(r.Rest()) > 0; n++ {
		d := r.Uint32()
		keys := projectbase.LineKeys(r.Bytes())
		if r.Bad() || len(keys) == 0 || (d == 0) != (n == 0) || uint64(file)+uint64(d) > store.MaxFile {
			return fmt.Errorf("postings after file %d: %w", file, projectbase.ErrMalformed)
		}
		file += store.FileID(d)
		if err := checkKeys(keys); err != nil {
			return err
		}
		if err := fn(file, keys); err != nil {
			return err
		}
	}
	return nil
}

// checkKeys is LineKeys.Check with a fast path for keys of one byte, which
// nearly all are.
func checkKeys(keys projectbase.LineKeys) error {
	var prev uint32
	for i := 0; i < len(keys); i++ {
		c := keys[i]
		if c >= 0x80 {
			return keys.Check()
		}
		k := prev + uint32(c)
		if c == 0 || k < prev || k>>4 == 0 || k>>1&7 > uint32(projectbase.LineString) || k|1 == prev|1 {
			return keys.Check()
		}
		prev = k
	}
	return nil
}

// Chunk is a row of the table posting.
type Chunk struct {
	First store.FileID // 0 if there is no row
	Data  []byte
}

// Keys returns the keys of file in the chunk, or nil.
func (c Chunk) Keys(file store.FileID) (found projectbase.LineKeys, err error) {
	err = EachEntry(c.Data, c.First, func(f store.FileID, keys projectbase.LineKeys) error {
		if f == file {
			found = keys
		}
		return nil
	})
	return found, err
}

// Replace returns the chunk with new keys for file, divided into chunks of a
// good size.
func (c Chunk) Replace(file store.FileID, keys projectbase.LineKeys) ([]Chunk, error) {
	limit := ChunkSize
	if size := len(c.Data) + len(keys); size > ChunkSize+ChunkSize/2 {
		limit = size / 2 // halves, so that the next change need not divide it again
		limit = min(limit, ChunkSize)
	} else {
		limit = size + 16
	}
	var out []Chunk
	last := store.FileID(0)
	put := func(f store.FileID, k projectbase.LineKeys) {
		if n := len(out); n == 0 || len(out[n-1].Data)+len(k) > limit {
			out = append(out, Chunk{First: f, Data: make([]byte, 0, min(limit, len(c.Data)+len(keys))+16)})
			last = f
		}
		p := &out[len(out)-1]
		p.Data = AppendEntry(p.Data, last, f, k)
		last = f
	}
	done := len(keys) == 0
	err := EachEntry(c.Data, c.First, func(f store.FileID, k projectbase.LineKeys) error {
		if !done && file <= f {
			put(file, keys)
			done = true
		}
		if f != file {
			put(f, k)
		}
		return nil
	})
	if !done {
		put(file, keys)
	}
	return out, err
}
