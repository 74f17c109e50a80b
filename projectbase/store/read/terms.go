package read

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/tables"
)

// maxCached is the largest dictionary, in bytes, that an Index keeps between
// views. A larger one is read again for each scan.
const maxCached = 64 << 20

// Terms looks up items and their postings.
type Terms struct {
	ctx       context.Context // of View, which outlives the snapshot
	c         *database.Conn
	cache     *termCache
	version   int64 // of the dictionary
	uncounted bool  // see Snapshot.Uncounted
}

// termCache keeps the last dictionary between views.
type termCache struct {
	loading sync.Mutex  // held while a dictionary that fits is read
	large   atomic.Bool // the last dictionary was too large to keep

	mu   sync.Mutex
	last *format.Dictionary
}

// get returns the dictionary of a version, or nil.
func (k *termCache) get(version int64) *format.Dictionary {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last != nil && k.last.Terms == version {
		return k.last
	}
	return nil
}

func (k *termCache) put(d *format.Dictionary) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last = d
}

func (k *termCache) drop() { k.put(nil) }

// dictionary returns all blocks. If several goroutines need them at the same
// time, one reads them for all, unless the dictionary is too large to keep.
func (s *Terms) dictionary() ([]*format.Block, error) {
	if d := s.cache.get(s.version); d != nil {
		return d.Blocks, nil
	}
	if !s.cache.large.Load() {
		s.cache.loading.Lock()
		defer s.cache.loading.Unlock()
		if d := s.cache.get(s.version); d != nil {
			return d.Blocks, nil
		}
	}
	d, err := s.readDictionary()
	if err != nil {
		return nil, err
	}
	return d.Blocks, nil
}

// readDictionary reads all blocks and keeps them unless they are too large.
func (s *Terms) readDictionary() (*format.Dictionary, error) {
	r, err := s.c.Query("dictionary")
	if err != nil {
		return nil, err
	}
	d := &format.Dictionary{Terms: s.version}
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
	s.cache.large.Store(size > maxCached)
	if size <= maxCached {
		s.cache.put(d)
	}
	return d, nil
}

// blockOf returns the block whose range includes fold, or nil.
func (s *Terms) blockOf(fold []byte) (*format.Block, error) {
	if d := s.cache.get(s.version); d != nil {
		return format.BlockAt(d.Blocks, fold), nil
	}
	return tables.BlockOf(s.c, string(fold))
}

// blocksFrom returns the blocks that may contain folds with a prefix.
func (s *Terms) blocksFrom(prefix []byte) ([]*format.Block, error) {
	if d := s.cache.get(s.version); d != nil {
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
