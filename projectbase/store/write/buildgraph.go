package write

import (
	"cmp"
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// PutOutline adds the outline of the last file.
func (b *Builder) PutOutline(o store.Outline) error { return b.graph.putOutline(o) }

// FileID returns the id of the last file.
func (b *Builder) FileID() store.FileID { return store.FileID(b.files) }

// Body returns the references and bindings of a file of the build.
func (b *Builder) Body(file store.FileID) (store.Body, error) {
	return tables.Body(b.c, file, func(items []store.ItemID) ([]string, error) {
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

// PutEdges adds the edges of a file, one for each reference. It must come after
// the last Put.
func (b *Builder) PutEdges(file store.FileID, edges []projectbase.Edge, consulted []uint16) error {
	packed := format.AppendEdges(nil, file, edges)
	for i := range edges {
		for _, t := range edges[i].Targets {
			b.uses = append(b.uses, use{format.TargetKey(t), file})
		}
	}
	return b.c.Exec("insert_edges", int64(file), packed, format.NotNil(format.AppendKeys(nil, consulted)))
}

// use is an edge from a file to a target.
type use struct {
	target int64
	file   store.FileID
}

// putUses writes the files that use each target.
func (b *Builder) putUses() error {
	slices.SortFunc(b.uses, func(x, y use) int { return cmp.Or(cmp.Compare(x.target, y.target), cmp.Compare(x.file, y.file)) })
	uses := slices.Compact(b.uses)
	in := b.c.Inserter("insert_use", 50)
	var files []store.FileID
	for i, u := range uses {
		files = append(files, u.file)
		if i+1 < len(uses) && uses[i+1].target == u.target {
			continue
		}
		if err := in.Put(u.target, format.AppendFiles(nil, files)); err != nil {
			return err
		}
		files = files[:0]
	}
	return in.Flush()
}
