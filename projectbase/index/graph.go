package index

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/manifest"
	"codegraph/projectbase/resolve"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"

	"golang.org/x/sync/errgroup"
)

// keyNames is the metadata that holds what of the project's manifests decides
// how names are resolved, as JSON.
const keyNames = "names"

// importNames is what manifests say of names that are imported.
type importNames struct {
	Packages []layout.Package `json:"packages,omitempty"`
	Aliases  []layout.Alias   `json:"aliases,omitempty"`
}

// namesOf collects what the manifests of a tree say of names.
func (s *session) namesOf(paths []projectbase.Path) (importNames, error) {
	var n importNames
	list, _, err := s.manifests(slices.Sorted(slices.Values(paths)))
	if err != nil {
		return n, err
	}
	for i := range list {
		m := &list[i]
		for _, p := range m.Packages {
			switch p.Ecosystem {
			case manifest.Go, manifest.NPM, manifest.Cargo, manifest.PyPI:
				n.Packages = append(n.Packages, layout.Package{Ecosystem: p.Ecosystem, Name: p.Name, Dir: p.Dir, Entries: p.Entries})
			}
		}
		for _, a := range m.Aliases {
			n.Aliases = append(n.Aliases, layout.Alias{Dir: m.Dir(), Pattern: a.Pattern, Targets: a.Targets})
		}
	}
	return n, nil
}

func (n importNames) text() string {
	b, err := json.Marshal(n)
	if err != nil {
		panic(fmt.Sprintf("index: encode names: %v", err)) // strings and paths only
	}
	return string(b)
}

// newProject returns an empty project with the settings.
func (s *session) newProject(n importNames) *resolve.Project {
	return resolve.NewProject(resolve.Settings{Scopes: s.scopeOf, Packages: n.Packages, Aliases: n.Aliases})
}

func (s *session) scopeOf(language string) *lang.Scope {
	if l := s.Languages.ByID(language); l != nil {
		return l.Lookup.Scope
	}
	return nil
}

// outlines collects the declarations of the files of a new base.
type outlines struct {
	session *session
	project *resolve.Project
	texts   outline.Texts
	list    []*outline.Outline
}

// add takes the facts of the file that was put last.
func (g *outlines) add(b *write.Builder, meta store.FileMeta, f *projectbase.Facts) error {
	if g.session.scopeOf(meta.Language) == nil {
		return nil
	}
	id := b.FileID()
	o := outline.New(uint32(id), meta.Path, f, nil, g.session.scopeOf(meta.Language), g.texts)
	g.list = append(g.list, o)
	return b.PutOutline(store.Outline{File: id, Data: o.Pack()})
}

// resolveBatch is how many files are resolved at once.
const resolveBatch = 64

// resolve enters the edges of all files. The tables that lookups need are made
// only now that the parsers have let their memory go.
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

// edgeStore is what resolving reads from and writes to: a new base or a transaction.
type edgeStore interface {
	Body(store.FileID) (store.Body, error)
	PutEdges(store.FileID, []projectbase.Edge, []uint16) error
}

// resolveFiles resolves files of the project, in parallel, and enters their edges.
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
