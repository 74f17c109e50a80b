package catalog_test

import (
	"testing"
	"time"

	"codegraph/catalog"
)

func TestWithin(t *testing.T) {
	for _, tt := range []struct {
		p, dir string
		want   bool
	}{
		{"/a/b", "/a", true}, {"/a", "/a", true}, {"/ab", "/a", false}, {"/a", "/a/b", false}, {"/a", "/", true}, {"/", "/", true},
		{`C:\a\b`, `C:\a`, true}, {`C:\ab`, `C:\a`, false},
	} {
		if got := catalog.Within(tt.p, tt.dir); got != tt.want {
			t.Errorf("Within(%q, %q) = %v", tt.p, tt.dir, got)
		}
	}
}

func TestStampCounts(t *testing.T) {
	const second = int64(time.Second)
	kept := catalog.Stamp{
		Index: catalog.FileStamp{Size: 10, ModTime: 100 * second, Changed: 101 * second, Inode: 3},
		WAL:   catalog.FileStamp{Size: 5, ModTime: 90 * second, Changed: 90 * second, Inode: 4},
		Terms: 8,
		Taken: 103 * second,
	}
	tests := []struct {
		name  string
		spoil func(kept, now *catalog.Stamp)
		want  bool
	}{
		{"the same", func(_, _ *catalog.Stamp) {}, true},
		{"terms and time of the present one do not matter", func(_, now *catalog.Stamp) { now.Terms, now.Taken = 0, 0 }, true},
		{"size", func(_, now *catalog.Stamp) { now.Index.Size++ }, false},
		{"modified", func(_, now *catalog.Stamp) { now.Index.ModTime++ }, false},
		{"modified back", func(_, now *catalog.Stamp) { now.Index.ModTime-- }, false},
		{"inode changed", func(_, now *catalog.Stamp) { now.Index.Changed++ }, false},
		{"another file", func(_, now *catalog.Stamp) { now.Index.Inode++ }, false},
		{"log", func(_, now *catalog.Stamp) { now.WAL.Size++ }, false},
		{"no log", func(_, now *catalog.Stamp) { now.WAL = catalog.FileStamp{} }, false},
		{"taken too soon", func(kept, _ *catalog.Stamp) { kept.Taken-- }, false},
		{"log written too late", func(kept, now *catalog.Stamp) { kept.WAL.ModTime += 12 * second; now.WAL = kept.WAL }, false},
		{"in the future", func(kept, now *catalog.Stamp) { kept.Index.ModTime *= 2; now.Index = kept.Index }, false},
		{"nothing there", func(kept, now *catalog.Stamp) { kept.Index, now.Index = catalog.FileStamp{}, catalog.FileStamp{} }, false},
	}
	for _, tt := range tests {
		k, now := kept, kept
		tt.spoil(&k, &now)
		if got := k.Counts(now); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
