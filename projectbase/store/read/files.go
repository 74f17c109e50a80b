package read

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/tables"
)

// fileList is what Files returned for one generation.
type fileList struct {
	generation int64
	byPath     []store.File
	byID       []int32 // index in byPath and 1, by id; nil where ids are sparse
}

// Files returns all files, sorted by path. The slice is shared.
func (s *Snapshot) Files() ([]store.File, error) {
	l, err := s.fileList()
	if err != nil {
		return nil, err
	}
	return l.byPath, nil
}

func (s *Snapshot) fileList() (*fileList, error) {
	if l := s.keptFiles(); l != nil {
		return l, nil
	}
	// A command wants the list twice at once: to compare the files, and to answer.
	s.b.listing.Lock()
	defer s.b.listing.Unlock()
	if l := s.keptFiles(); l != nil {
		return l, nil
	}
	r, err := s.c.Query("files")
	if err != nil {
		return nil, err
	}
	l := &fileList{generation: s.generation}
	top := store.FileID(0)
	for r.Next() {
		f := tables.ScanFile(r)
		l.byPath = append(l.byPath, f)
		top = max(top, f.ID)
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	if !sort.SliceIsSorted(l.byPath, func(i, j int) bool { return l.byPath[i].Path < l.byPath[j].Path }) {
		slices.SortFunc(l.byPath, func(a, b store.File) int { return strings.Compare(string(a.Path), string(b.Path)) })
	}
	if int(top) <= 4*len(l.byPath)+1024 {
		l.byID = make([]int32, top+1)
		for i := range l.byPath {
			l.byID[l.byPath[i].ID] = int32(i) + 1
		}
	}
	s.b.mu.Lock()
	if !s.b.closed {
		s.b.files = l
	}
	s.b.mu.Unlock()
	return l, nil
}

// keptFiles returns the list that was read for this generation, nil without one.
func (s *Snapshot) keptFiles() *fileList {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	if l := s.b.files; l != nil && l.generation == s.generation {
		return l
	}
	return nil
}

// File returns the file at path. Without one, the error wraps projectbase.ErrNotFound.
func (s *Snapshot) File(path projectbase.Path) (store.File, error) {
	l, err := s.fileList()
	if err != nil {
		return store.File{}, err
	}
	i, ok := slices.BinarySearchFunc(l.byPath, path, func(f store.File, p projectbase.Path) int { return strings.Compare(string(f.Path), string(p)) })
	if !ok {
		return store.File{}, fmt.Errorf("file %s in the base: %w", path, projectbase.ErrNotFound)
	}
	return l.byPath[i], nil
}

// FileByID returns the file with an id that the base gave. Without one, the
// error wraps projectbase.ErrNotFound.
func (s *Snapshot) FileByID(id store.FileID) (store.File, error) {
	l, err := s.fileList()
	if err != nil {
		return store.File{}, err
	}
	if l.byID != nil {
		if int(id) < len(l.byID) && l.byID[id] > 0 {
			return l.byPath[l.byID[id]-1], nil
		}
	} else if i := slices.IndexFunc(l.byPath, func(f store.File) bool { return f.ID == id }); i >= 0 {
		return l.byPath[i], nil
	}
	return store.File{}, fmt.Errorf("file %d in the base: %w", id, projectbase.ErrNotFound)
}
