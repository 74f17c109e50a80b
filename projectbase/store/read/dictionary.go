package read

import (
	"slices"
	"strings"

	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// maxCached bounds the bytes of dictionary that a Base keeps between calls; a
// larger one is read anew for each scan.
const maxCached = 64 << 20

// cached returns the dictionary if it was read before.
func (s *Snapshot) cached() *format.Dictionary {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	if d := s.b.terms; d != nil && d.Terms == s.terms {
		return d
	}
	return nil
}

// dictionary returns all blocks. Of those who need them at once, one reads them
// for all, unless they are too many to be kept.
func (s *Snapshot) dictionary() ([]*format.Block, error) {
	if d := s.cached(); d != nil {
		return d.Blocks, nil
	}
	if !s.b.large.Load() {
		s.b.reading.Lock()
		defer s.b.reading.Unlock()
		if d := s.cached(); d != nil {
			return d.Blocks, nil
		}
	}
	d, err := s.readDictionary()
	if err != nil {
		return nil, err
	}
	return d.Blocks, nil
}

// readDictionary reads all blocks, and keeps them if they are not too many.
func (s *Snapshot) readDictionary() (*format.Dictionary, error) {
	r, err := s.c.Query("dictionary")
	if err != nil {
		return nil, err
	}
	d := &format.Dictionary{Terms: s.terms}
	size := 0
	for r.Next() {
		b := tables.ScanBlock(r)
		size += len(b.Folds) + len(b.Items) + len(b.Spellings) + 12*len(b.Items)/4
		d.Blocks = append(d.Blocks, b)
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	slices.SortFunc(d.Blocks, func(a, b *format.Block) int { return strings.Compare(a.First, b.First) })
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
func (s *Snapshot) blockOf(fold []byte) (*format.Block, error) {
	if d := s.cached(); d != nil {
		return format.BlockAt(d.Blocks, fold), nil
	}
	return tables.BlockOf(s.c, string(fold))
}

// blocksFrom returns the blocks that may hold folds that begin with prefix.
func (s *Snapshot) blocksFrom(prefix []byte) ([]*format.Block, error) {
	if d := s.cached(); d != nil {
		from, ok := slices.BinarySearchFunc(d.Blocks, string(prefix), func(b *format.Block, f string) int { return strings.Compare(b.First, f) })
		if !ok && from > 0 {
			from--
		}
		to := from
		for to < len(d.Blocks) && (d.Blocks[to].First <= string(prefix) || strings.HasPrefix(d.Blocks[to].First, string(prefix))) {
			to++
		}
		return d.Blocks[from:to], nil
	}
	var blocks []*format.Block
	first, err := tables.BlockOf(s.c, string(prefix))
	if err != nil {
		return nil, err
	}
	if first != nil {
		blocks = append(blocks, first)
	}
	r, err := s.c.Query("blocks_after", string(prefix))
	if err != nil {
		return nil, err
	}
	for r.Next() {
		b := tables.ScanBlock(r)
		if !strings.HasPrefix(b.First, string(prefix)) {
			break
		}
		blocks = append(blocks, b)
	}
	return blocks, r.Done()
}
