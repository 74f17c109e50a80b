package report

import (
	"context"
	"fmt"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// TreeOptions select a part of the tree.
type TreeOptions struct {
	Dir   projectbase.Path // "" or "." is the root
	Depth int              // levels below Dir; 0 is all
	Stats bool
	// Nested are directories to skip, because they belong to other projects of
	// the same query.
	Nested []projectbase.Path
}

// Entry is an indexed file, or a directory with indexed files.
type Entry struct {
	Path        projectbase.Path `json:"path"`
	Type        string           `json:"type"` // file or directory
	Language    string           `json:"language,omitempty"`
	FileCount   int              `json:"file_count,omitempty"` // files below a directory
	ItemCount   *uint32          `json:"item_count,omitempty"`
	MethodCount *uint32          `json:"method_count,omitempty"`
	LastIndexed int64            `json:"last_indexed,omitempty"` // Unix seconds
}

// ReadTree returns the indexed files and their directories, sorted by path,
// each directory before its content. The error wraps projectbase.ErrNotFound if
// nothing is indexed at Dir.
func ReadTree(ctx context.Context, b *query.Index, o TreeOptions) ([]Entry, error) {
	if o.Depth < 0 {
		return nil, query.UsageError("depth %d is negative; 0 means all levels", o.Depth)
	}
	var entries []Entry
	err := b.View(ctx, "tree", func(s *read.Snapshot) error {
		order, err := b.FileList(s)
		if err != nil {
			return err
		}
		entries = treeOf(order.Files, o)
		if len(entries) == 0 && o.Dir != "" && o.Dir != "." {
			return withSkip(s, o.Dir, fmt.Errorf("%s in the index: %w", query.Shown(string(o.Dir), 0), projectbase.ErrNotFound))
		}
		return nil
	})
	return entries, err
}

func treeOf(files []store.File, o TreeOptions) []Entry {
	prefix := ""
	if o.Dir != "" && o.Dir != "." {
		prefix = string(o.Dir) + "/"
	}
	entries := []Entry{}
	at := map[string]int{} // entries of directories
	for i := range files {
		f := &files[i]
		if query.Inside(f.Path, o.Nested) {
			continue
		}
		rest, ok := strings.CutPrefix(string(f.Path), prefix)
		if !ok && f.Path != o.Dir {
			continue
		}
		parts := strings.Split(rest, "/")
		if f.Path == o.Dir {
			parts = []string{""}
		}
		for n := 1; n < len(parts) && (o.Depth == 0 || n <= o.Depth); n++ {
			dir := prefix + strings.Join(parts[:n], "/")
			j, ok := at[dir]
			if !ok {
				j = len(entries)
				at[dir] = j
				entries = append(entries, Entry{Path: projectbase.Path(dir), Type: "directory"})
			}
			entries[j].FileCount++
		}
		if o.Depth == 0 || len(parts) <= o.Depth {
			entries = append(entries, fileEntry(f, o.Stats))
		}
	}
	return entries
}

func fileEntry(f *store.File, stats bool) Entry {
	e := Entry{Path: f.Path, Type: "file", Language: f.Language}
	if stats {
		e.ItemCount, e.MethodCount, e.LastIndexed = &f.Items, &f.Methods, f.IndexedAt/1e9
	}
	return e
}
