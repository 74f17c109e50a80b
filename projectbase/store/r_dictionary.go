package store

import (
	"slices"
	"strings"
)

// maxCached bounds the bytes of dictionary that a Base keeps between calls; a
// larger one is read anew for each scan.
const maxCached = 64 << 20

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

// blockOf returns the block in which fold would be, nil if there is none.
func (s *Snapshot) blockOf(fold []byte) (*block, error) {
	if d := s.cached(); d != nil {
		return blockAt(d.blocks, fold), nil
	}
	return blockOf(s.c, string(fold))
}

// blocksFrom returns the blocks that may hold folds that begin with prefix.
func (s *Snapshot) blocksFrom(prefix []byte) ([]*block, error) {
	if d := s.cached(); d != nil {
		from, ok := slices.BinarySearchFunc(d.blocks, string(prefix), func(b *block, f string) int { return strings.Compare(b.first, f) })
		if !ok && from > 0 {
			from--
		}
		to := from
		for to < len(d.blocks) && (d.blocks[to].first <= string(prefix) || strings.HasPrefix(d.blocks[to].first, string(prefix))) {
			to++
		}
		return d.blocks[from:to], nil
	}
	var blocks []*block
	first, err := blockOf(s.c, string(prefix))
	if err != nil {
		return nil, err
	}
	if first != nil {
		blocks = append(blocks, first)
	}
	r, err := s.c.query("blocks_after", string(prefix))
	if err != nil {
		return nil, err
	}
	for r.next() {
		b := scanBlock(r)
		if !strings.HasPrefix(b.first, string(prefix)) {
			break
		}
		blocks = append(blocks, b)
	}
	return blocks, r.done()
}
