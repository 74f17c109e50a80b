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

// recall finishes the projects that are as they were when their entries were
// made, without opening their bases, and returns the others.
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

// unchanged reports whether a project that was found would be entered as it is.
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

// readingOf stamps the manifests of a project whose base has a stamp. settled is
// whether all of them are old enough, at a time, to look otherwise after any
// change.
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

// program stands for the running program: another one may make other entries of
// the same files.
var program = sync.OnceValue(func() catalog.FileStamp {
	name, err := os.Executable()
	if err != nil {
		return catalog.FileStamp{}
	}
	stamp, _ := FileStamp(name) // what cannot be looked at is as good as any
	return stamp
})

// FileStamp returns the stamp of a file, the zero one if it is not there.
func FileStamp(path string) (catalog.FileStamp, error) {
	s, err := source.StatFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return catalog.FileStamp{}, nil
	}
	return catalog.FileStamp{Size: s.Size, ModTime: s.ModTime, Changed: s.Changed, Inode: s.Inode}, err
}

// readings are what a scan made entries from.
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

// worthWriting is from how many projects on their readings are kept although
// nothing else is to be written: opening fewer bases takes no time to speak of.
const worthWriting = 32

// keep writes what entries were made from. A catalog that cannot be written is
// as good; the bases are then opened each time.
func (r *Registrar) keep(ctx context.Context, m *readings) error {
	if m.changed || len(m.of) >= worthWriting {
		_ = r.Catalog.PutReadings(ctx, m.of)
	}
	return ctx.Err()
}
