package scan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"codegraph/catalog"
	"codegraph/projectbase"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"

	"golang.org/x/sync/errgroup"
)

// recall finishes the unchanged projects without opening their indexes, and returns
// the others.
func (r *Registrar) recall(ctx context.Context, dir string, projects []*Project) ([]*Project, error) {
	if len(projects) == 0 {
		return projects, nil
	}
	known, err := r.Catalog.Projects(ctx, catalog.Query{Under: dir, Node: r.Node})
	if err != nil {
		return nil, err
	}
	entries := make(map[string]catalog.Project, len(known))
	ids := make([]catalog.ProjectID, len(known))
	for i, p := range known {
		entries[p.Root], ids[i] = p, p.ID
	}
	kept, err := r.Catalog.Readings(ctx, ids)
	if err != nil {
		return nil, err
	}
	same := make([]bool, len(projects))
	var g errgroup.Group
	size := max(16, len(projects)/runtime.GOMAXPROCS(0)+1)
	for from := 0; from < len(projects); from += size {
		g.Go(func() error {
			for i := from; i < min(from+size, len(projects)) && ctx.Err() == nil; i++ {
				p := projects[i]
				if entry, ok := entries[p.Root]; ok {
					same[i] = r.unchanged(ctx, p, entry, kept[entry.ID])
				}
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	var rest []*Project
	for i, p := range projects {
		if !same[i] {
			rest = append(rest, p)
			continue
		}
		entry := entries[p.Root]
		p.State, p.Entry, p.Packages = catalog.StateIndexed, entry, kept[entry.ID].Packages
	}
	return rest, nil
}

// unchanged reports whether entering a project would change nothing.
func (r *Registrar) unchanged(ctx context.Context, p *Project, entry catalog.Project, kept catalog.Reading) bool {
	if entry.State != catalog.StateIndexed || entry.Kind != p.Kind || entry.Base != settings.BaseDir(p.Root, r.Locations) {
		return false
	}
	stamp, err := catalog.StampBase(entry.Base, FileStamp)
	if err != nil || stamp.Index != kept.Base.Index {
		return false
	}
	paths := make([]projectbase.Path, len(kept.Manifests))
	for i, m := range kept.Manifests {
		paths[i] = projectbase.Path(m)
	}
	now, _ := readingOf(p.Root, stamp, paths, 0)
	if !kept.Equal(now) {
		return false
	}
	found := entry
	r.checkout(ctx, &found)
	return found.Remote == entry.Remote && found.Repository == entry.Repository && found.Head == entry.Head
}

// readingOf stamps the manifests of a project; base is the stamp of its index.
// settled reports whether any change after the given time changes a stamp.
func readingOf(root string, base catalog.Stamp, manifests []projectbase.Path, at int64) (reading catalog.Reading, settled bool) {
	reading.Base = base
	settled = base.Index.Settled(at) && base.WAL.Settled(at)
	sum := sha256.New()
	fmt.Fprintln(sum, program())
	for _, m := range manifests {
		stamp, err := FileStamp(filepath.Join(root, filepath.FromSlash(string(m))))
		settled = settled && stamp.Settled(at)
		fmt.Fprintln(sum, stamp, err != nil)
		reading.Manifests = append(reading.Manifests, string(m))
	}
	reading.Files = hex.EncodeToString(sum.Sum(nil))
	return reading, settled
}

// program is the stamp of the running program: another version may make other
// entries from the same files.
var program = sync.OnceValue(func() catalog.FileStamp {
	name, err := os.Executable()
	if err != nil {
		return catalog.FileStamp{}
	}
	stamp, _ := FileStamp(name) // without a stamp, the zero stamp serves
	return stamp
})

// FileStamp returns the stamp of a file; the zero stamp if it is missing.
func FileStamp(path string) (catalog.FileStamp, error) {
	s, err := source.StatFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return catalog.FileStamp{}, nil
	}
	return catalog.FileStamp{Size: s.Size, ModTime: s.ModTime, Changed: s.Changed, Inode: s.Inode}, err
}

// readings collects the readings of a scan.
type readings struct {
	of       map[catalog.ProjectID]catalog.Reading // to be kept
	outdated []*Project                            // were written to since they were read
	changed  bool                                  // so did an entry
}

func (m *readings) note(p *Project, s *sighted) {
	m.changed = m.changed || p.Changed
	switch {
	case s.written:
		m.outdated = append(m.outdated, p)
	case s.settled:
		m.of[p.Entry.ID] = s.reading
	}
}

// worthWriting is the number of projects from which readings are written even if
// nothing else changes. Opening fewer indexes is fast.
const worthWriting = 32

// keep writes the readings. Without them, each scan opens all indexes.
func (r *Registrar) keep(ctx context.Context, m *readings) error {
	if m.changed || len(m.of) >= worthWriting {
		_ = r.Catalog.PutReadings(ctx, m.of)
	}
	return ctx.Err()
}
