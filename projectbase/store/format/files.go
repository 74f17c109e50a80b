package format

import (
	"encoding/binary"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
)

// FileRow returns the values of a row of the table file.
func FileRow(id store.FileID, m store.FileMeta, f *store.File) []any {
	if m.IndexedAt == 0 {
		m.IndexedAt = time.Now().UnixNano()
	}
	return []any{int64(id), string(m.Path), m.Language, m.IndexedAt, OrNull(f.Partial), PackFile(m, f)}
}

// PackFile packs the columns that are read for all files at once: hash, file
// information and counts.
func PackFile(m store.FileMeta, f *store.File) []byte {
	b := append(make([]byte, 0, 80), m.Hash[:]...)
	b = binary.AppendVarint(b, m.Stat.Size)
	b = binary.AppendVarint(b, m.Stat.ModTime)
	b = binary.AppendVarint(b, m.Stat.Changed)
	b = binary.AppendUvarint(b, m.Stat.Inode)
	for _, n := range counts(f) {
		b = binary.AppendUvarint(b, uint64(*n))
	}
	flags := byte(0)
	if f.Generated {
		flags = 1
	}
	return append(b, flags)
}

// counts returns the numbers of a file in packing order.
func counts(f *store.File) [8]*uint32 {
	return [...]*uint32{&f.Errors, &f.Lines, &f.LineObjects, &f.Items, &f.Occurrences, &f.Methods, &f.Types, &f.Symbols}
}

func UnpackFile(data []byte, f *store.File) error {
	r := pack.Read(data)
	copy(f.Hash[:], r.Take(uint64(len(f.Hash))))
	f.Stat = projectbase.Stat{Size: r.Int64(), ModTime: r.Int64(), Changed: r.Int64(), Inode: r.Uint64()}
	for _, n := range counts(f) {
		*n = r.Uint32()
	}
	flags := r.Byte()
	if flags > 1 {
		r.Fail()
	}
	f.Generated = flags == 1
	return r.Err("row of a file")
}

// NotNil returns a non-nil b, because the driver binds a nil slice as NULL.
func NotNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

func OrNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}
