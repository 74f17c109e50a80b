package scan

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"codegraph/catalog"
	"codegraph/catalog/identity"
	"codegraph/projectbase"
	"codegraph/projectbase/manifest"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/write"
)

// base holds the facts of a project's index that the catalog stores.
type base struct {
	meta      store.Metadata
	stats     store.Stats
	languages map[string]int
	links     []store.Link
	manifests []projectbase.Path
}

func (r *Registrar) read(ctx context.Context, dir string) (*base, error) {
	open, err := r.open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer open.Close()
	b := &base{languages: map[string]int{}}
	err = open.View(ctx, func(s *read.Snapshot) error {
		var err error
		if b.meta, err = s.Metadata(); err != nil {
			return err
		}
		if err := checkMetadata(dir, b.meta); err != nil {
			return err
		}
		if b.stats, err = s.Stats(); err != nil {
			return err
		}
		if b.links, err = s.Links(); err != nil {
			return err
		}
		files, err := s.Files()
		if err != nil {
			return err
		}
		for i := range files {
			b.languages[files[i].Language]++
		}
		deciders, err := s.Deciders()
		if err != nil {
			return err
		}
		for _, d := range deciders {
			if p := projectbase.Path(d.Path); p.Valid() && manifest.Known(p) {
				b.manifests = append(b.manifests, p)
			}
		}
		return nil
	})
	return b, err
}

// open opens an index. It first migrates an index with an older schema.
func (r *Registrar) open(ctx context.Context, dir string) (*read.Index, error) {
	base, err := read.Open(ctx, dir)
	if !errors.Is(err, projectbase.ErrOutdated) {
		return base, err
	}
	lock, err := r.lock(ctx, dir)
	if err != nil {
		return nil, err
	}
	err = write.Migrate(ctx, dir)
	if end := lock.Release(); err == nil {
		err = end
	}
	if err != nil {
		return nil, err
	}
	return read.Open(ctx, dir)
}

// lock takes the write lock of an index.
func (r *Registrar) lock(ctx context.Context, dir string) (*lock.Lock, error) {
	if info, err := os.Lstat(dir); err != nil || info.Mode()&fs.ModeSymlink != 0 && r.Locations.Bases == "" {
		// Symbolic links in a repository are untrusted.
		return nil, fmt.Errorf("write to the index in %s: %w", dir, projectbase.ErrNotAllowed)
	}
	return lock.Acquire(ctx, dir, r.Wait, nil)
}

// maxMetadata is the maximum length of a metadata text in bytes. Names are much
// shorter; longer texts indicate a damaged or malicious index.
const maxMetadata = 4096

func checkMetadata(dir string, m store.Metadata) error {
	texts := append([]string{m.ProjectID, m.ProjectName, m.ProjectRoot, m.SchemaVersion, m.ExtractorVersion}, slices.Collect(maps.Values(m.Other))...)
	for _, t := range texts {
		if len(t) > maxMetadata {
			return fmt.Errorf("the metadata of the index in %s contains a text of %d bytes: %w", dir, len(t), projectbase.ErrCorrupt)
		}
	}
	return nil
}

// identify tells moved indexes from copies, and gives an index an id if needed.
func (r *Registrar) identify(ctx context.Context, root, dir string, s *sighted) (identity.Identity, error) {
	b := s.base
	here := catalog.Place{Node: r.Node, Root: root}
	home := catalog.Place{Node: b.meta.Other[keyNode], Root: b.meta.ProjectRoot}
	if home.Node == "" {
		home.Node = r.Node
	}
	if home.Root == "" {
		home = catalog.Place{}
	}
	id := b.meta.ProjectID
	is, err := identity.Resolve(ctx, r.Catalog, identity.Sighting{ID: catalog.ProjectID(id), Home: home, Found: here},
		func(other string) (bool, error) { return r.bears(ctx, other, id) })
	if err != nil {
		return is, err
	}
	if is.Result == identity.Same && b.meta.Other[keyNode] == r.Node {
		return is, nil
	}
	s.written = true
	return is, r.settle(ctx, dir, root, is, b)
}

// bears reports whether the index at a root has the id.
func (r *Registrar) bears(ctx context.Context, root, id string) (bool, error) {
	other, err := read.Open(ctx, settings.BaseDir(root, r.Locations))
	switch {
	case errors.Is(err, projectbase.ErrNotIndexed):
		return false, nil
	case err != nil:
		return true, nil // an unreadable index may be the original
	}
	defer other.Close()
	var meta store.Metadata
	err = other.View(ctx, func(s *read.Snapshot) (err error) {
		meta, err = s.Metadata()
		return err
	})
	return err != nil || meta.ProjectID == id, nil
}

// settle records the place of an index in its metadata. A read-only index stays
// unchanged; that is an error only if it needs a new id.
func (r *Registrar) settle(ctx context.Context, dir, root string, is identity.Identity, b *base) error {
	err := r.write(ctx, dir, func(m *store.Metadata) {
		if m.Other == nil {
			m.Other = map[string]string{}
		}
		m.Other[keyNode] = r.Node
		m.ProjectRoot = root
		if is.ID == "" {
			m.ProjectID = newID()
		}
		if is.CopiedFrom != "" {
			m.Other[keyCopiedFrom] = string(is.CopiedFrom)
		}
		b.meta = *m
	})
	if err != nil && is.ID == "" {
		return fmt.Errorf("give the copied index in %s a new id: %w", dir, err)
	}
	return nil
}

func (r *Registrar) write(ctx context.Context, dir string, change func(*store.Metadata)) error {
	lock, err := r.lock(ctx, dir)
	if err != nil {
		return err
	}
	defer lock.Release()
	return write.Update(ctx, dir, func(tx *write.Tx) error {
		m, err := tx.Metadata()
		if err != nil {
			return err
		}
		change(&m)
		return tx.SetMeta(m)
	})
}

func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
