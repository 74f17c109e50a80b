package graph

import (
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// importers calls take with each file that imports a file or uses its symbols.
// The file itself stands for its code outside of all symbols.
func importers(g *symbol.Reader, f *symbol.File, take func(symbol.Link, symbol.Node) error) error {
	users, err := usersOf(g, f)
	if err != nil {
		return err
	}
	for _, u := range users {
		l, ok, err := importOf(g, u, f)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := take(l, symbol.Node{File: u, Ordinal: projectbase.NoSymbol}); err != nil {
			return err
		}
	}
	return nil
}

// usersOf returns the other files that use a symbol of a file or import it, in
// the order of their paths.
func usersOf(g *symbol.Reader, f *symbol.File) ([]*symbol.File, error) {
	ids := map[store.FileID]bool{}
	for i := range f.Symbols {
		list, err := g.Snapshot.Users(f.Target(int32(i)))
		if err != nil {
			return nil, err
		}
		for _, id := range list {
			if id != f.Info.ID {
				ids[id] = true
			}
		}
	}
	named, err := naming(g, f)
	if err != nil {
		return nil, err
	}
	for _, id := range named {
		ids[id] = true
	}
	list := make([]*symbol.File, 0, len(ids))
	for id := range ids {
		u, err := g.Linked(id)
		if err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	slices.SortFunc(list, func(a, b *symbol.File) int {
		return symbol.CompareNodes(symbol.Node{File: a, Ordinal: 0}, symbol.Node{File: b, Ordinal: 0})
	})
	return list, nil
}

// importOf returns the first import in u that leads to f.
func importOf(g *symbol.Reader, u, f *symbol.File) (symbol.Link, bool, error) {
	imports, err := g.Snapshot.Imports(u.Info.ID)
	if err != nil {
		return symbol.Link{}, false, err
	}
	for i := range imports {
		files, err := moduleFiles(g, u, &imports[i])
		if err != nil {
			return symbol.Link{}, false, err
		}
		if slices.Contains(files, f.Info.ID) {
			return symbol.Link{File: u, Symbol: projectbase.NoSymbol, Kind: projectbase.RefImport, Tier: projectbase.TierExact, Line: imports[i].Line, Column: 1}, true, nil
		}
	}
	for i, o := range u.Edges.List {
		if o == 0 || i >= len(u.Refs) || u.Refs[i].Kind != projectbase.RefImport {
			continue
		}
		e := &u.Edges.Outcomes[o-1]
		if r := &u.Refs[i]; symbol.Useful(e.Tier) && slices.ContainsFunc(e.Targets, func(t projectbase.Target) bool { return t.File == uint32(f.Info.ID) }) {
			return symbol.Link{File: u, Symbol: projectbase.NoSymbol, Kind: r.Kind, Tier: e.Tier, Line: r.Line, Column: r.Column}, true, nil
		}
	}
	return symbol.Link{}, false, nil
}

// FileLink is a file or package that another file imports, or the reverse.
type FileLink struct {
	File       projectbase.Path `json:"file,omitempty"`
	Package    string           `json:"package,omitempty"` // an external package
	Module     string           `json:"module,omitempty"`  // as the first import statement writes it
	LineNumber uint32           `json:"line_number,omitempty"`
	Names      []string         `json:"names"` // names used from it, sorted, the first few
	References int              `json:"references"`
	Tier       string           `json:"tier"` // the most certain tier
	Depth      int              `json:"depth"`
	Test       bool             `json:"test"`
	Project    string           `json:"project,omitempty"`

	From projectbase.Path `json:"-"` // the file before it on the path
	tier projectbase.Tier
}

// FileLinks answers FilesOf.
type FileLinks struct {
	File         projectbase.Path `json:"file"`
	Matches      []FileLink       `json:"matches"`
	Total        int              `json:"total"`
	TerminatedBy string           `json:"terminated_by"`
	// Unresolved are imports that lead to no file and no package.
	Unresolved []UnresolvedImport `json:"unresolved"`
}

// UnresolvedImport is an import statement that leads to no file and no package.
type UnresolvedImport struct {
	Module     string `json:"module"`
	LineNumber uint32 `json:"line_number"`
}

// FilesOf asks for the imports of a file or for its importers.
type FilesOf struct {
	File  projectbase.Path
	Up    bool // importers instead of imports
	Depth int  // maximum steps; 0 is no limit
	Limit int  // matches; 0 is all
}

// maxNames bounds the names of a FileLink.
const maxNames = 8

// ReadFileLinks returns the nearest files first, then by path. External
// packages follow the files. The error wraps projectbase.ErrNotFound for a file
// that is not indexed.
func ReadFileLinks(ctx context.Context, b *query.Index, q FilesOf) (*FileLinks, error) {
	var out *FileLinks
	err := b.View(ctx, "imports", func(s *read.Snapshot) error {
		file, err := s.File(q.File)
		if err != nil {
			return err
		}
		out = &FileLinks{File: file.Path, Matches: []FileLink{}, TerminatedBy: EndExhausted, Unresolved: []UnresolvedImport{}}
		g := symbol.NewSharedReader(b, s)
		defer symbol.Release(b, g)
		k := &fileWalk{g: g, q: q, out: out, seen: map[store.FileID]bool{file.ID: true}}
		return k.run(ctx, file.ID)
	})
	return out, err
}

type fileWalk struct {
	g    *symbol.Reader
	q    FilesOf
	out  *FileLinks
	seen map[store.FileID]bool
}

func (k *fileWalk) run(ctx context.Context, from store.FileID) error {
	layer := []store.FileID{from}
	for depth := 1; len(layer) > 0; depth++ {
		var found []FileLink
		var ids []store.FileID
		for _, id := range layer {
			if err := ctx.Err(); err != nil {
				return err
			}
			list, files, err := k.step(id, depth)
			if err != nil {
				return err
			}
			found, ids = append(found, list...), append(ids, files...)
		}
		if k.q.Depth > 0 && depth > k.q.Depth {
			if len(found) > 0 {
				k.out.TerminatedBy = EndDepth
			}
			return nil
		}
		sortFileLinks(found)
		k.out.Total += len(found)
		if k.q.Limit > 0 && k.out.Total > k.q.Limit {
			found = found[:max(0, k.q.Limit-len(k.out.Matches))]
			k.out.TerminatedBy = EndLimit
		}
		k.out.Matches = append(k.out.Matches, found...)
		layer = ids
	}
	return nil
}

func sortFileLinks(list []FileLink) {
	slices.SortFunc(list, func(a, b FileLink) int {
		if (a.File == "") != (b.File == "") {
			if a.File == "" {
				return 1
			}
			return -1
		}
		if a.File != b.File {
			if a.File < b.File {
				return -1
			}
			return 1
		}
		if a.Package < b.Package {
			return -1
		}
		return 1
	})
}

// step returns the new files one step from a file.
func (k *fileWalk) step(id store.FileID, depth int) ([]FileLink, []store.FileID, error) {
	f, err := k.g.Linked(id)
	if err != nil {
		return nil, nil, err
	}
	if k.q.Up {
		return k.up(f, depth)
	}
	return k.down(f, depth)
}

func (k *fileWalk) up(f *symbol.File, depth int) ([]FileLink, []store.FileID, error) {
	users, err := usersOf(k.g, f)
	if err != nil {
		return nil, nil, err
	}
	var list []FileLink
	var ids []store.FileID
	for _, u := range users {
		if k.seen[u.Info.ID] {
			continue
		}
		n, err := findNeeds(k.g, u)
		if err != nil {
			return nil, nil, err
		}
		l := n.files[f.Info.ID]
		if l == nil {
			continue // by candidates of ambiguous references alone
		}
		k.seen[u.Info.ID] = true
		one := *l
		one.File, one.Depth, one.Test, one.From = u.Info.Path, depth, symbol.IsTestFile(u), f.Info.Path
		list, ids = append(list, one), append(ids, u.Info.ID)
	}
	return list, ids, nil
}

func (k *fileWalk) down(f *symbol.File, depth int) ([]FileLink, []store.FileID, error) {
	n, err := findNeeds(k.g, f)
	if err != nil {
		return nil, nil, err
	}
	var list []FileLink
	var ids []store.FileID
	for id, l := range n.files {
		if k.seen[id] {
			continue
		}
		k.seen[id] = true
		to, err := k.g.File(id)
		if err != nil {
			return nil, nil, err
		}
		l.File, l.Depth, l.Test, l.From = to.Info.Path, depth, symbol.IsTestFile(to), f.Info.Path
		list, ids = append(list, *l), append(ids, id)
	}
	slices.Sort(ids)
	if depth == 1 {
		for pkg, l := range n.packages {
			l.Package, l.Depth, l.From = pkg, depth, f.Info.Path
			list = append(list, *l)
		}
		k.out.Unresolved = append(k.out.Unresolved, n.unresolved...)
	}
	return list, ids, nil
}
