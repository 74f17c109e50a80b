package index

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"

	"golang.org/x/sync/errgroup"
)

// newProject returns an empty project with the import names.
func (x *Indexer) newProject(n importNames) *resolve.Project {
	return resolve.NewProject(resolve.Settings{Scopes: x.scopeOf, Packages: n.Packages, Aliases: n.Aliases})
}

func (x *Indexer) scopeOf(language string) *lang.Scope {
	if l := x.Languages.ByID(language); l != nil {
		return l.Lookup.Scope
	}
	return nil
}

// outlines collects the declarations of a new index.
type outlines struct {
	session *session
	project *resolve.Project
	texts   outline.Texts
	list    []*outline.Outline
}

// add adds the declarations of the last file.
func (g *outlines) add(b *write.Builder, meta store.FileMeta, f *projectbase.Facts) error {
	if g.session.scopeOf(meta.Language) == nil {
		return nil
	}
	id := b.FileID()
	o := outline.New(uint32(id), meta.Path, f, nil, g.session.scopeOf(meta.Language), g.texts)
	g.list = append(g.list, o)
	return b.PutOutline(store.Outline{File: id, Data: o.Pack()})
}

// resolveBatch is the number of files that are resolved at the same time.
const resolveBatch = 64

// resolve adds the edges of all files. It builds the lookup tables only here,
// after the parsers have released their memory.
func (g *outlines) resolve(ctx context.Context, b *write.Builder) error {
	g.texts = nil
	ids := make([]store.FileID, len(g.list))
	for i, o := range g.list {
		g.project.Put(o)
		ids[i] = store.FileID(o.ID)
	}
	for ids := range slices.Chunk(ids, resolveBatch) {
		if err := resolveFiles(ctx, g.project, ids, b); err != nil {
			return err
		}
	}
	return nil
}

// edgeStore is a new index or a transaction.
type edgeStore interface {
	Body(store.FileID) (store.Body, error)
	PutEdges(store.FileID, []projectbase.Edge, []uint16) error
}

// resolveFiles resolves files of the project in parallel and writes their
// edges.
func resolveFiles(ctx context.Context, p *resolve.Project, ids []store.FileID, in edgeStore) error {
	bodies := make([]store.Body, len(ids))
	for i, id := range ids {
		var err error
		if bodies[i], err = in.Body(id); err != nil {
			return fmt.Errorf("resolve file %d: %w", id, err)
		}
	}
	results := make([]resolve.Result, len(ids))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range ids {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			body := &bodies[i]
			results[i] = p.Resolve(uint32(id), resolve.Body{References: body.References.List, Bindings: body.Bindings,
				Names: func(t projectbase.TermID) string { return body.References.Names[t] }})
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for i, id := range ids {
		if err := in.PutEdges(id, results[i].Edges, results[i].Consulted); err != nil {
			return err
		}
	}
	return nil
}
