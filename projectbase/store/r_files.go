package store

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"codegraph/projectbase"
)

// fileList is what Files returned for one generation.
type fileList struct {
	generation int64
	byPath     []File
	byID       []int32 // index in byPath and 1, by id; nil where ids are sparse
}

// Files returns all files, sorted by path. The slice is shared.
func (s *Snapshot) Files() ([]File, error) {
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
	r, err := s.c.query("files")
	if err != nil {
		return nil, err
	}
	l := &fileList{generation: s.generation}
	top := FileID(0)
	for r.next() {
		f := scanFile(r)
		l.byPath = append(l.byPath, f)
		top = max(top, f.ID)
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	if !sort.SliceIsSorted(l.byPath, func(i, j int) bool { return l.byPath[i].Path < l.byPath[j].Path }) {
		slices.SortFunc(l.byPath, func(a, b File) int { return strings.Compare(string(a.Path), string(b.Path)) })
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
func (s *Snapshot) File(path projectbase.Path) (File, error) {
	l, err := s.fileList()
	if err != nil {
		return File{}, err
	}
	i, ok := slices.BinarySearchFunc(l.byPath, path, func(f File, p projectbase.Path) int { return strings.Compare(string(f.Path), string(p)) })
	if !ok {
		return File{}, fmt.Errorf("file %s in the base: %w", path, projectbase.ErrNotFound)
	}
	return l.byPath[i], nil
}

// FileByID returns the file with an id that the base gave. Without one, the
// error wraps projectbase.ErrNotFound.
func (s *Snapshot) FileByID(id FileID) (File, error) {
	l, err := s.fileList()
	if err != nil {
		return File{}, err
	}
	if l.byID != nil {
		if int(id) < len(l.byID) && l.byID[id] > 0 {
			return l.byPath[l.byID[id]-1], nil
		}
	} else if i := slices.IndexFunc(l.byPath, func(f File) bool { return f.ID == id }); i >= 0 {
		return l.byPath[i], nil
	}
	return File{}, fmt.Errorf("file %d in the base: %w", id, projectbase.ErrNotFound)
}
