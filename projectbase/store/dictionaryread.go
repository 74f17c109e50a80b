package store

import (
	"slices"
	"strings"
)

// maxCached bounds the bytes of dictionary that a Base keeps between calls; a
// larger one is read anew for each scan.
const maxCached = 64 << 20

// dictionary is all blocks in order, as they were at one state of the terms.
type dictionary struct {
	terms  int64
	blocks []*block
}

// cached returns the dictionary if it was read before.
func (s *Snapshot) cached() *dictionary {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	if d := s.b.terms; d != nil && d.terms == s.terms {
		return d
	}
	return nil
}

// dictionary returns all blocks. Of those who need them at once, one reads them
// for all, unless they are too many to be kept.
func (s *Snapshot) dictionary() ([]*block, error) {
	if d := s.cached(); d != nil {
		return d.blocks, nil
	}
	if !s.b.large.Load() {
		s.b.reading.Lock()
		defer s.b.reading.Unlock()
		if d := s.cached(); d != nil {
			return d.blocks, nil
		}
	}
	d, err := s.readDictionary()
	if err != nil {
		return nil, err
	}
	return d.blocks, nil
}

// readDictionary reads all blocks, and keeps them if they are not too many.
func (s *Snapshot) readDictionary() (*dictionary, error) {
	r, err := s.c.query("dictionary")
	if err != nil {
		return nil, err
	}
	d := &dictionary{terms: s.terms}
	size := 0
	for r.next() {
		b := scanBlock(r)
		size += len(b.folds) + len(b.items) + len(b.spellings) + 12*len(b.items)/4
		d.blocks = append(d.blocks, b)
	}
	if err := r.done(); err != nil {
		return nil, err
	}
	slices.SortFunc(d.blocks, func(a, b *block) int { return strings.Compare(a.first, b.first) })
	s.b.large.Store(size > maxCached)
	if size <= maxCached {
		s.b.mu.Lock()
		if !s.b.closed {
			s.b.terms = d
		}
		s.b.mu.Unlock()
	}
	return d, nil
}

// block reads a row of the dictionary.
func scanBlock(r *rows) *block {
	return &block{number: r.int(0), first: r.text(1), folds: r.blob(2), items: r.blob(3), spellings: r.blob(4)}
}
