package read

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/tables"
)

// FileTable reads the list of files.
type FileTable struct {
	c          *database.Conn
	cache      *fileCache
	generation int64
}

// fileList is the list of files of one generation.
type fileList struct {
	generation int64
	byPath     []store.File
	byID       []int32 // index in byPath plus 1, by id; nil if ids are sparse
}

// fileCache keeps the last list of files between views.
type fileCache struct {
	loading sync.Mutex // held while the list is read

	mu   sync.Mutex
	list *fileList
}

// get returns the list of a generation, or nil.
func (k *fileCache) get(generation int64) *fileList {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.list != nil && k.list.generation == generation {
		return k.list
	}
	return nil
}

func (k *fileCache) put(l *fileList) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = l
}

func (k *fileCache) drop() { k.put(nil) }

// Files returns all files, sorted by path. The slice is shared.
func (s *FileTable) Files() ([]store.File, error) {
	l, err := s.fileList()
	if err != nil {
		return nil, err
	}
	return l.byPath, nil
}

func (s *FileTable) fileList() (*fileList, error) {
	if l := s.cache.get(s.generation); l != nil {
		return l, nil
	}
	// A command needs the list twice at the same time: to compare the files with
	// the tree, and to answer.
	s.cache.loading.Lock()
	defer s.cache.loading.Unlock()
	if l := s.cache.get(s.generation); l != nil {
		return l, nil
	}
	l, err := s.readList()
	if err == nil {
		s.cache.put(l)
	}
	return l, err
}

func (s *FileTable) readList() (*fileList, error) {
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
	return l, nil
}

// File returns the file at path. If there is none, the error wraps
// projectbase.ErrNotFound.
func (s *FileTable) File(path projectbase.Path) (store.File, error) {
	l, err := s.fileList()
	if err != nil {
		return store.File{}, err
	}
	i, ok := slices.BinarySearchFunc(l.byPath, path, func(f store.File, p projectbase.Path) int { return strings.Compare(string(f.Path), string(p)) })
	if !ok {
		return store.File{}, fmt.Errorf("file %s in the index: %w", path, projectbase.ErrNotFound)
	}
	return l.byPath[i], nil
}

// FileByID returns the file with an id of this index. If there is none, the
// error wraps projectbase.ErrNotFound.
func (s *FileTable) FileByID(id store.FileID) (store.File, error) {
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
	return store.File{}, fmt.Errorf("file %d in the index: %w", id, projectbase.ErrNotFound)
}
