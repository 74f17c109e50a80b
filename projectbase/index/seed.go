package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/write"
)

// seeder starts an index with a copy of the index of another work tree.
type seeder struct{ *session }

// seed copies the index of another work tree of the repository if the project
// has none, so that only changed files are extracted. It also copies the
// settings if the project has none. from is the root of the other work tree, or
// "" if no index was copied.
//
// Until the next update, the file information of the copy belongs to the other
// tree, so a query compares the files first.
func (s *seeder) seed(ctx context.Context, allowed func(root string) bool) (from string, err error) {
	if _, err := os.Lstat(filepath.Join(s.project.Base, settings.IndexName)); !errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	for _, o := range s.siblings(ctx) {
		if allowed != nil && !allowed(o.Root) || !s.serves(ctx, o) {
			continue
		}
		if err := write.Seed(ctx, s.project.Base, o.Base, s.makeOwn); err != nil {
			if ctx.Err() != nil {
				return "", err
			}
			continue // skip a damaged index
		}
		s.takeSettings(o)
		if err := s.load(ctx); err != nil {
			return "", errors.Join(err, s.undo())
		}
		return o.Root, nil
	}
	return "", nil
}

// siblings returns the same project in the other work trees of the repository.
// Work trees with the same commit come first, because the fewest files differ.
func (s *seeder) siblings(ctx context.Context) []Project {
	repo, err := git.Find(s.project.Root)
	if err != nil {
		return nil
	}
	inside, err := filepath.Rel(repo.WorkTree, s.project.Root)
	if err != nil {
		return nil
	}
	commit := func(r *git.Repo) string {
		h, err := r.Head(ctx)
		if err != nil {
			return "" // as before the first commit
		}
		return h.Commit
	}
	here := commit(repo)
	var same, others []Project
	for _, o := range repo.Siblings() {
		p, err := s.at(filepath.Join(o.WorkTree, inside))
		if err != nil {
			continue
		}
		if here != "" && commit(o) == here {
			same = append(same, p)
		} else {
			others = append(others, p)
		}
	}
	return slices.Concat(same, others)
}

// at returns the project at another root, with the index in the corresponding
// place.
func (s *seeder) at(root string) (Project, error) {
	l := settings.Locations{DirName: s.project.DirName}
	if s.project.Base != filepath.Join(s.project.Root, s.project.DirName) {
		l.Bases = filepath.Dir(s.project.Base)
	}
	return ProjectAt(root, l)
}

// serves reports whether an index was extracted by this version.
func (s *seeder) serves(ctx context.Context, o Project) bool {
	base, err := read.Open(ctx, o.Base)
	if err != nil {
		return false
	}
	defer base.Close()
	var m store.Metadata
	err = base.View(ctx, func(snap *read.Snapshot) (err error) {
		m, err = snap.Metadata()
		return err
	})
	return err == nil && m.ExtractorVersion == s.Languages.Version()
}

// makeOwn adapts the metadata of a copied index to this project.
func (s *seeder) makeOwn(m *store.Metadata) {
	other := map[string]string{}
	for k, v := range m.Other {
		other[k] = v
	}
	delete(other, store.KeyNode)
	delete(other, keySummarised)
	other[store.KeyCopiedFrom] = m.ProjectID
	*m = store.Metadata{SchemaVersion: m.SchemaVersion, ExtractorVersion: m.ExtractorVersion, ProjectID: newProjectID(),
		ProjectName: filepath.Base(s.project.Root), ProjectRoot: s.project.Root, CreatedAt: s.now().Unix(), Other: other}
}

// takeSettings copies the settings of another project, unless this project has
// its own.
func (s *seeder) takeSettings(o Project) {
	if _, err := os.Lstat(filepath.Join(s.project.Base, settings.FileName)); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	// Errors in the other settings do not concern this project.
	if set, err := loadSettings(s.Indexer, o); err == nil {
		s.settings = set
	}
}

// undo removes the copy that seed made.
func (s *seeder) undo() error {
	s.known = nil
	s.Rest(s.project.Base)
	return write.Discard(s.project.Base)
}
