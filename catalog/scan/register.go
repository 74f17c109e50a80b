package scan

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/identity"
	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/manifest"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
)

// Metadata keys of the recorded place of an index, besides its root.
const (
	keyNode       = store.KeyNode
	keyCopiedFrom = store.KeyCopiedFrom
)

// Registrar enters indexed projects in a catalog.
type Registrar struct {
	Catalog   catalog.Store
	Node      string // stable name of this machine
	Locations settings.Locations
	Now       func() time.Time // nil is time.Now
	Wait      time.Duration    // limit for another writer, if an index needs a new id

	batch int // projects entered together; tests set it
}

// Registered is the result of entering one project.
type Registered struct {
	Project  catalog.Project
	Packages int
	Changed  bool // the entry is new or has changed
	Identity identity.Result
}

// Enter registers the indexed project at root, an absolute, clean path without
// symbolic links, with the facts from its index and manifests. A copied index gets a
// new id. Errors are those of opening the index, of the catalog, and of writing the
// id.
func (r *Registrar) Enter(ctx context.Context, root string, kind catalog.Kind) (Registered, error) {
	s, err := r.see(ctx, root, kind)
	if err != nil {
		return Registered{}, err
	}
	is, err := r.identify(ctx, root, settings.BaseDir(root, r.Locations), s)
	if err != nil {
		return Registered{}, err
	}
	entry := s.entry()
	changed, err := r.Catalog.Enter(ctx, entry)
	if err != nil {
		return Registered{}, fmt.Errorf("enter %s in the catalog: %w", root, err)
	}
	return Registered{Project: entry.Project, Packages: len(entry.Packages), Changed: changed, Identity: is.Result}, nil
}

// sighted holds the facts about a project from its own files; see identify for its
// id.
type sighted struct {
	base    *base
	said    catalog.Entry // the entry, without the project's id
	reading catalog.Reading
	settled bool // any later change will change a stamp, so the reading may be kept
	written bool // the index was written after it was read
}

// see reads the index and the manifests of a project. It writes nothing.
func (r *Registrar) see(ctx context.Context, root string, kind catalog.Kind) (*sighted, error) {
	dir := settings.BaseDir(root, r.Locations)
	now := r.now().UnixNano()
	stamp, stampErr := catalog.StampBase(dir, FileStamp)
	b, err := r.read(ctx, dir)
	if err != nil {
		return nil, err
	}
	s := &sighted{base: b, said: catalog.Entry{Project: r.project(ctx, root, dir, kind, b)}}
	if stampErr == nil {
		s.reading, s.settled = readingOf(root, stamp, b.manifests, now)
	}
	if err := r.manifests(&s.said, b.manifests); err != nil {
		return nil, err
	}
	for _, l := range b.links {
		s.said.Links = append(s.said.Links, catalog.ManualLink{Root: l.Path, To: catalog.ProjectID(l.ProjectID), Name: l.Name})
	}
	s.reading.Packages = len(s.said.Packages)
	return s, nil
}

// entry returns the entry for the catalog, after identify.
func (s *sighted) entry() catalog.Entry {
	e := s.said
	e.Project.ID = catalog.ProjectID(s.base.meta.ProjectID)
	e.Project.CopiedFrom = catalog.ProjectID(s.base.meta.Other[keyCopiedFrom])
	return e
}

// project returns the entry of a project without its id.
func (r *Registrar) project(ctx context.Context, root, dir string, kind catalog.Kind, b *base) catalog.Project {
	p := catalog.Project{Place: catalog.Place{Node: r.Node, Root: root}, Name: b.meta.ProjectName, Base: dir, Kind: kind,
		State: catalog.StateIndexed, Languages: b.languages, Files: b.stats.Files, Items: int(b.stats.Items),
		SchemaVersion: b.meta.SchemaVersion, ExtractorVersion: b.meta.ExtractorVersion, LastIndexed: b.meta.LastIndexed, LastSeen: r.now().Unix()}
	if p.Name == "" {
		p.Name = filepath.Base(root)
	}
	r.checkout(ctx, &p)
	return p
}

// checkout sets the Git facts of a project. It sets none outside a repository.
func (r *Registrar) checkout(ctx context.Context, p *catalog.Project) {
	p.Remote, p.Repository, p.Head = "", "", ""
	repo, err := git.Find(p.Root)
	if err != nil {
		return
	}
	remote := repo.Remote()
	p.Remote = withoutCredentials(remote)
	if repo.WorkTree == p.Root {
		// A directory in a repository is another project than the repository.
		p.Repository = identity.RepositoryKey(remote, r.Node, repo.CommonDir)
	}
	if head, err := repo.Head(ctx); err == nil {
		p.Head = head.Commit
	}
}

// manifests adds packages and requirements from manifests. A broken manifest adds
// only its readable part.
func (r *Registrar) manifests(e *catalog.Entry, paths []projectbase.Path) error {
	root := e.Project.Root
	reader, err := source.OpenReader(root, manifest.MaxSize, source.Hooks{})
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", root, projectbase.ErrUnreadable)
		}
		return err
	}
	defer reader.Close()
	var list []manifest.Manifest
	for _, p := range paths {
		c, err := reader.Read(p)
		if err != nil || c.Skip != "" {
			continue
		}
		if m, err := manifest.Parse(p, c.Data); err == nil {
			list = append(list, m)
		}
	}
	manifest.Complete(list)
	for _, m := range list {
		for _, k := range m.Packages {
			e.Packages = append(e.Packages, catalog.Package{Ecosystem: k.Ecosystem, Name: k.Name, Key: manifest.Normalize(k.Ecosystem, k.Name),
				Version: k.Version, Dir: string(k.Dir), File: string(k.File), Line: k.Line})
		}
		for _, q := range m.Requirements {
			e.Requirements = append(e.Requirements, requirement(root, q))
		}
	}
	return nil
}

func requirement(root string, q manifest.Requirement) catalog.Requirement {
	local := q.Local
	if local != "" && !filepath.IsAbs(local) {
		local = filepath.Join(root, filepath.FromSlash(local))
	}
	return catalog.Requirement{Ecosystem: q.Ecosystem, Name: q.Name, Key: manifest.Normalize(q.Ecosystem, q.Name), Alias: q.Alias,
		Version: q.Version, Dev: q.Dev, Optional: q.Optional, Indirect: q.Indirect, Workspace: q.Workspace, Local: local,
		File: string(q.File), Line: q.Line, Entry: q.Key}
}

func (r *Registrar) now() time.Time {
	if r.Now == nil {
		return time.Now()
	}
	return r.Now()
}

// exists reports whether a path exists. It returns true if it cannot tell.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
