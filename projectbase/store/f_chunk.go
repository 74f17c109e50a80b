package store

import (
	"encoding/binary"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// chunkSize is the length at which the postings of an item are cut into
// another row: small enough that a change of one file rewrites little, and that
// eight rows fit in a page; large enough that a common item is not many rows.
// With 1 KB a base was as large and an update took twice as long.
const chunkSize = 480

// A chunk is the data of a row of posting: for each file the distance from the
// file before (from first_file for the first, so 0), the length of its keys in
// bytes, and the keys. Files ascend.

// appendEntry appends the keys of a file to a chunk whose last file is prev.
func appendEntry(chunk []byte, prev, file FileID, keys projectbase.LineKeys) []byte {
	chunk = binary.AppendUvarint(chunk, uint64(file-prev))
	chunk = binary.AppendUvarint(chunk, uint64(len(keys)))
	return append(chunk, keys...)
}

// eachEntry calls fn with each file of a chunk and its keys, which are part of
// the chunk. The keys are checked to be a list.
func eachEntry(chunk []byte, first FileID, fn func(file FileID, keys projectbase.LineKeys) error) error {
	r := pack.Read(chunk)
	file := first
	for n := 0; len(r.Rest()) > 0; n++ {
		d := r.Uint32()
		keys := projectbase.LineKeys(r.Bytes())
		if r.Bad() || len(keys) == 0 || (d == 0) != (n == 0) || uint64(file)+uint64(d) > maxFile {
			return fmt.Errorf("postings after file %d: %w", file, projectbase.ErrMalformed)
		}
		file += FileID(d)
		if err := checkKeys(keys); err != nil {
			return err
		}
		if err := fn(file, keys); err != nil {
			return err
		}
	}
	return nil
}

// checkKeys is LineKeys.Check with a short way for keys of one byte each,
// nearly all of them.
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

// chunk is a row of posting.
type chunk struct {
	first FileID // 0 if there is no row
	data  []byte
}

// keys returns the keys of file in the chunk, nil if it has none.
func (c chunk) keys(file FileID) (found projectbase.LineKeys, err error) {
	err = eachEntry(c.data, c.first, func(f FileID, keys projectbase.LineKeys) error {
		if f == file {
			found = keys
		}
		return nil
	})
	return found, err
}

// replace returns the chunk with keys for file, as chunks of a good size.
func (c chunk) replace(file FileID, keys projectbase.LineKeys) ([]chunk, error) {
	limit := chunkSize
	if size := len(c.data) + len(keys); size > chunkSize+chunkSize/2 {
		limit = size / 2 // halves, so that the next change need not divide again
		limit = min(limit, chunkSize)
	} else {
		limit = size + 16
	}
	var out []chunk
	last := FileID(0)
	put := func(f FileID, k projectbase.LineKeys) {
		if n := len(out); n == 0 || len(out[n-1].data)+len(k) > limit {
			out = append(out, chunk{first: f, data: make([]byte, 0, min(limit, len(c.data)+len(keys))+16)})
			last = f
		}
		p := &out[len(out)-1]
		p.data = appendEntry(p.data, last, f, k)
		last = f
	}
	done := len(keys) == 0
	err := eachEntry(c.data, c.first, func(f FileID, k projectbase.LineKeys) error {
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
