// Package query opens the index of one project for questions. An Index is the
// input of every question; the questions are functions in the packages below:
// query/search finds terms, query/graph follows references between symbols,
// query/measure measures the whole project, and query/report describes its files.
// query/symbol reads symbols and edges for graph and measure.
//
// The package also holds the shared parts of answers: file globs, the text of
// source files as they are now, and text that is safe to display. Nothing here
// writes, parses or indexes. The same question to the same index and files gives
// the same bytes.
package query

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Index is the open index of one project. It is safe for concurrent use.
type Index struct {
	languages *lang.Set
	store     *read.Index
	root      string // of the project
	name      string // of the project

	mu    sync.Mutex
	order *FileList // of the last queried generation

	kept   any   // the value that TakeKept returns next, or nil
	keptOf int64 // the generation of kept
}

// Open opens the index in the directory dir of the project at root. languages has
// all languages of the program; Open fails without it. Its other errors are those
// of read.Open. The caller closes the Index.
func Open(ctx context.Context, dir, root string, languages *lang.Set) (*Index, error) {
	if languages == nil {
		return nil, errors.New("open an index: the set of languages is missing")
	}
	s, err := read.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	b := &Index{languages: languages, store: s, root: root}
	err = s.View(ctx, func(s *read.Snapshot) error {
		m, err := s.Metadata()
		if err != nil {
			return err
		}
		if b.name = m.ProjectName; b.name == "" {
			b.name = filepath.Base(root)
		}
		return nil
	})
	if err != nil {
		s.Close()
		return nil, err
	}
	return b, nil
}

// Close closes the index. No question may be running.
func (b *Index) Close() error { return b.store.Close() }

// Store returns the index of package read, for refreshing it. Close closes it.
func (b *Index) Store() *read.Index { return b.store }

// Name returns the name of the project.
func (b *Index) Name() string { return b.name }

// LinkCount returns the number of links to other projects that users have
// added.
func (b *Index) LinkCount(ctx context.Context) (int, error) {
	n := 0
	err := b.store.View(ctx, func(s *read.Snapshot) error {
		links, err := s.Links()
		n = len(links)
		return err
	})
	return n, err
}

// View calls fn with the current state of the index. Errors of the index name the
// question and the project; errors about the input already name their subject.
func (b *Index) View(ctx context.Context, question string, fn func(*read.Snapshot) error) error {
	if err := b.store.View(ctx, fn); err != nil {
		if errors.Is(err, projectbase.ErrNotFound) || errors.Is(err, projectbase.ErrUsage) {
			return err
		}
		return fmt.Errorf("%s in %s: %w", question, b.name, err)
	}
	return nil
}

// FileList has the files of one generation of an index, sorted by path.
type FileList struct {
	generation int64
	Files      []store.File
	Unreadable []store.Skipped         // files and directories that could not be read
	byID       []uint32                // index in files, by id; for an index with dense ids
	sparse     map[store.FileID]uint32 // the same for sparse ids
}

// Position returns the position of a file in Files.
func (o *FileList) Position(id store.FileID) (uint32, error) {
	if o.sparse == nil {
		if int(id) < len(o.byID) {
			if i := o.byID[id]; int(i) < len(o.Files) && o.Files[i].ID == id {
				return i, nil
			}
		}
	} else if i, ok := o.sparse[id]; ok {
		return i, nil
	}
	return 0, fmt.Errorf("file %d: %w", id, projectbase.ErrCorrupt)
}

// HasLanguage reports whether a file of the language is indexed.
func (o *FileList) HasLanguage(language string) bool {
	return slices.ContainsFunc(o.Files, func(f store.File) bool { return f.Language == language })
}

// Warm reads the list of files before the first question. It may run at the
// same time as questions, which report its errors.
func (b *Index) Warm(ctx context.Context) {
	b.mu.Lock()
	known := b.order != nil
	b.mu.Unlock()
	if known {
		return
	}
	_ = b.View(ctx, "warm", func(s *read.Snapshot) error {
		_, err := b.FileList(s)
		return err
	})
}

func (b *Index) FileList(s *read.Snapshot) (*FileList, error) {
	b.mu.Lock()
	o := b.order
	b.mu.Unlock()
	if o != nil && o.generation == s.Generation() {
		return o, nil
	}
	files, err := s.Files()
	if err != nil {
		return nil, err
	}
	o = &FileList{generation: s.Generation(), Files: files}
	top := store.FileID(0)
	for i := range files {
		top = max(top, files[i].ID)
	}
	if int(top) > 8*len(files)+4096 {
		o.sparse = make(map[store.FileID]uint32, len(files))
	} else {
		o.byID = make([]uint32, top+1)
	}
	for i := range files {
		if o.sparse != nil {
			o.sparse[files[i].ID] = uint32(i)
		} else {
			o.byID[files[i].ID] = uint32(i)
		}
	}
	skipped, err := s.Skipped()
	if err != nil {
		return nil, err
	}
	for _, x := range skipped {
		if x.Reason == projectbase.SkipUnreadable {
			o.Unreadable = append(o.Unreadable, x)
		}
	}
	b.mu.Lock()
	b.order = o
	b.mu.Unlock()
	return o, nil
}

// Generation returns a number that changes with each write to the index.
func (b *Index) Generation(ctx context.Context) (int64, error) {
	var generation int64
	err := b.View(ctx, "generation", func(s *read.Snapshot) error {
		generation = s.Generation()
		return nil
	})
	return generation, err
}

// Has reports whether a file is indexed.
func (b *Index) Has(ctx context.Context, p projectbase.Path) (bool, error) {
	has := false
	err := b.View(ctx, "file", func(s *read.Snapshot) error {
		_, err := s.File(p)
		has = err == nil
		if errors.Is(err, projectbase.ErrNotFound) {
			return nil
		}
		return err
	})
	return has, err
}

func ComparePath(f store.File, p projectbase.Path) int {
	return strings.Compare(string(f.Path), string(p))
}

// TakeKept returns the value of the last Keep. It returns nil if the value
// belongs to another generation or another caller has taken it.
func (b *Index) TakeKept(generation int64) any {
	b.mu.Lock()
	defer b.mu.Unlock()
	v := b.kept
	b.kept = nil
	if b.keptOf != generation {
		return nil
	}
	return v
}

// Keep stores a value that later questions about the same generation can take.
func (b *Index) Keep(generation int64, v any) {
	b.mu.Lock()
	b.kept, b.keptOf = v, generation
	b.mu.Unlock()
}

// Root returns the project's root directory; "" if its files are not on this
// machine.
func (b *Index) Root() string { return b.root }

// Languages returns all languages of the program.
func (b *Index) Languages() *lang.Set { return b.languages }

// Language returns the language with an id. An unknown language has no rules.
func (b *Index) Language(id string) *lang.Language {
	if l := b.languages.ByID(id); l != nil {
		return l
	}
	return &lang.Language{ID: id}
}
