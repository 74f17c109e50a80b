package store

import (
	"cmp"
	"fmt"
	"slices"

	"codegraph/projectbase"
)

// PutOutline enters what is kept of a file that was put.
func (b *Builder) PutOutline(o Outline) error { return b.graph.putOutline(o) }

// FileID returns the id of the file that was put last.
func (b *Builder) FileID() FileID { return FileID(b.files) }

// Body returns what resolving a file that was put needs of it.
func (b *Builder) Body(file FileID) (Body, error) {
	return body(b.c, file, func(items []ItemID) ([]string, error) {
		terms := make([]string, len(items), len(items)+16)
		for i, id := range items {
			if int(id) > len(b.terms) {
				return nil, fmt.Errorf("item %d: %w", id, projectbase.ErrMalformed)
			}
			terms[i] = b.terms[id-1]
		}
		return terms, nil
	})
}

// PutEdges enters what the references of a file were resolved to, one edge a
// reference. All files were put.
func (b *Builder) PutEdges(file FileID, edges []projectbase.Edge, consulted []uint16) error {
	packed := appendEdges(nil, file, edges)
	for i := range edges {
		for _, t := range edges[i].Targets {
			b.uses = append(b.uses, use{symbolKey(t), file})
		}
	}
	return b.c.exec("insert_edges", int64(file), packed, notNil(appendKeys(nil, consulted)))
}

// use says that a file leads to a target.
type use struct {
	target int64
	file   FileID
}

// putUses writes who uses what.
func (b *Builder) putUses() error {
	slices.SortFunc(b.uses, func(x, y use) int { return cmp.Or(cmp.Compare(x.target, y.target), cmp.Compare(x.file, y.file)) })
	uses := slices.Compact(b.uses)
	in := b.c.inserter("insert_use", 50)
	var files []FileID
	for i, u := range uses {
		files = append(files, u.file)
		if i+1 < len(uses) && uses[i+1].target == u.target {
			continue
		}
		if err := in.put(u.target, appendFiles(nil, files)); err != nil {
			return err
		}
		files = files[:0]
	}
	return in.flush()
}
