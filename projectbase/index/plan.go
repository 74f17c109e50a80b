package index

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/about"
	"codegraph/projectbase/manifest"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store"
)

// plan has the work that brings an index up to date.
type plan struct {
	read []reading          // by path
	gone []projectbase.Path // indexed files that no longer exist
	tree *tree              // nil if the tree was not walked
}

// reading is a file to read.
type reading struct {
	path     projectbase.Path
	language string
	known    *store.File      // the recorded state; nil for a new file
	stat     projectbase.Stat // from the walk; zero without one
}

// tree has the results of a walk.
type tree struct {
	files     []source.Entry
	skipped   []store.Skipped
	dirs      []store.Entry
	deciders  []store.Decider
	manifests []projectbase.Path
	docs      []projectbase.Path
	head      string // commit of HEAD; "" if there is none
}

// planner compares the tree with the index and plans the work.
type planner struct {
	*Indexer
	project  Project
	settings settings.Settings
	known    *known // nil without an index
}

func (s *session) planner() *planner {
	return &planner{Indexer: s.Indexer, project: s.project, settings: s.settings, known: s.known}
}

// scan walks the tree.
func (s *planner) scan(ctx context.Context) (*tree, error) {
	t := &tree{}
	var mu sync.Mutex
	opts := s.scanOptions(s.project, s.settings, func(p projectbase.Path) {
		isManifest, isDoc := manifest.Known(p), about.IsDoc(p)
		if !isManifest && !isDoc {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		if isManifest {
			t.manifests = append(t.manifests, p)
		}
		if isDoc {
			t.docs = append(t.docs, p)
		}
	})
	l, err := source.Scan(ctx, s.project.Root, opts)
	if err != nil {
		return nil, err
	}
	slices.Sort(t.manifests)
	slices.Sort(t.docs)
	t.files = l.Files
	s.adopt(t.files)
	for _, d := range l.Dirs {
		t.dirs = append(t.dirs, store.Entry{Path: projectbase.Path(d.Path), Stat: settled(d.Stat, d.Racy)})
	}
	for _, d := range l.Deciders {
		t.deciders = append(t.deciders, store.Decider{Path: d.Path, Stat: settled(d.Stat, d.Racy)})
	}
	for _, k := range l.Skipped {
		t.skip(store.Skipped{Skip: k.Skip, Stat: settled(k.Stat, k.Racy)})
	}
	if err := s.stampTexts(t); err != nil {
		return nil, err
	}
	if l.Repo != nil {
		// Without a readable HEAD, treat the tree as if it had no repository.
		if h, err := l.Repo.Head(ctx); err == nil {
			t.head = h.Commit
		}
	}
	return t, nil
}

// stampTexts adds manifests and docs to the files that are compared, because
// the summary depends on them.
func (s *planner) stampTexts(t *tree) error {
	reader, err := source.OpenReader(s.project.Root, manifest.MaxSize, s.Hooks)
	if err != nil {
		return err
	}
	defer reader.Close()
	have := map[string]bool{}
	for _, d := range t.deciders {
		have[d.Path] = true
	}
	for _, p := range slices.Concat(t.manifests, t.docs) {
		if have[string(p)] {
			continue
		}
		at := time.Now()
		c, err := reader.Read(p)
		if err != nil || c.Stat == (projectbase.Stat{}) {
			continue // deleted meanwhile, or unreadable
		}
		if c.Skip == projectbase.SkipTooLarge {
			t.skip(store.Skipped{Skip: projectbase.Skip{Path: p, Reason: c.Skip}})
		}
		t.deciders = append(t.deciders, store.Decider{Path: string(p), Stat: settled(c.Stat, source.Racy(c.Stat, at))})
	}
	return nil
}

// skip notes a path that is not indexed. The first reason counts.
func (t *tree) skip(k store.Skipped) {
	i, found := slices.BinarySearchFunc(t.skipped, k.Path, func(s store.Skipped, p projectbase.Path) int {
		return strings.Compare(string(s.Path), string(p))
	})
	if !found {
		t.skipped = slices.Insert(t.skipped, i, k)
	}
}

func (t *tree) inventory() store.Inventory {
	return store.Inventory{Skipped: t.skipped, Dirs: t.dirs, Deciders: t.deciders}
}

// planAll plans to read every file of the tree.
func (s *planner) planAll(t *tree) *plan {
	p := &plan{tree: t}
	for _, f := range t.files {
		p.read = append(p.read, reading{path: f.Path, language: f.Language, stat: f.Stat})
	}
	return p
}

// planChanges plans the smallest update that the file information allows. It
// returns nil if nothing changed.
func (s *planner) planChanges(ctx context.Context) (*plan, error) {
	c, err := source.Sweep(ctx, s.project.Root, s.known.stamps, s.Hooks)
	if err != nil || c.None() {
		return nil, err
	}
	if c.Rescan || len(c.Missing) > 0 {
		t, err := s.scan(ctx)
		if err != nil {
			return nil, err
		}
		return s.compare(t), nil
	}
	p := &plan{}
	for _, path := range c.Modified {
		f := s.known.file(path)
		language, err := s.languageNow(f, func() (*known, error) { return s.known, nil })
		if err != nil {
			return nil, err
		}
		if language == "" {
			p.gone = append(p.gone, path)
			continue
		}
		p.read = append(p.read, reading{path: path, language: language, known: f})
	}
	slices.SortFunc(p.read, func(a, b reading) int { return strings.Compare(string(a.path), string(b.path)) })
	return p, nil
}

// compare plans the differences between a walk and the index.
func (s *planner) compare(t *tree) *plan {
	p := &plan{tree: t}
	seen := 0 // indexed files that the walk found
	for _, f := range t.files {
		k := s.known.file(f.Path)
		if k != nil {
			seen++
			if k.Stat == f.Stat && k.Language == f.Language {
				continue
			}
		} else if old, ok := s.known.skip(f.Path); ok && byContent(old.Reason) && old.Stat == f.Stat {
			t.skip(old)
			continue
		}
		p.read = append(p.read, reading{path: f.Path, language: f.Language, known: k, stat: f.Stat})
	}
	if seen < len(s.known.files) {
		p.gone = s.notIn(t.files)
	}
	return p
}

// notIn returns the indexed files that are not among files, which are sorted.
func (s *planner) notIn(files []source.Entry) []projectbase.Path {
	var gone []projectbase.Path
	for i := range s.known.files {
		path := s.known.files[i].Path
		_, found := slices.BinarySearchFunc(files, path, func(e source.Entry, p projectbase.Path) int {
			return strings.Compare(string(e.Path), string(p))
		})
		if !found {
			gone = append(gone, path)
		}
	}
	return gone
}

// byContent reports whether a file is skipped because of its content. It stays
// skipped until its file information changes.
func byContent(r projectbase.SkipReason) bool {
	return r == projectbase.SkipBinary || r == projectbase.SkipMinified
}
