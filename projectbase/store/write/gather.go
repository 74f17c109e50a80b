package write

import (
	"cmp"
	"encoding/binary"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
)

// postingBuffer collects the postings of a build by item, as chunks. The
// unfinished chunk of an item is in a segment that doubles when it is full;
// finished chunks are in a log. It has no pointers for the garbage collector to
// follow, because most items have only a few bytes.
type postingBuffer struct {
	slots []slot // by ItemID - 1
	slabs [][]byte
	free  [segmentSizes][]uint32 // free segments, by size
	used  uint32                 // bytes of the last slab
	log   []byte
	done  []finished
}

const (
	minSegment   = 16
	segmentSizes = 6       // 16 to 512
	slabSize     = 1 << 20 // bytes
	// maxLog and maxSlabs bound the memory of a build. Beyond them, chunks are
	// written out of order, which is slower.
	maxLog   = 32 << 20
	maxSlabs = 64
)

// slot is the unfinished chunk of an item.
type slot struct {
	at          uint32 // of its segment: slab * slabSize + offset
	size        uint16 // of the chunk so far
	class       uint8  // of the segment; its size is minSegment << class
	first, last store.FileID
	n           uint32 // occurrences, including finished chunks
}

// finished is a chunk in the log.
type finished struct {
	item   store.ItemID
	first  store.FileID
	at     uint32
	length uint32
}

// add adds the keys of item in file. Files must ascend.
func (g *postingBuffer) add(item store.ItemID, file store.FileID, keys projectbase.LineKeys) {
	for int(item) > len(g.slots) {
		g.slots = append(g.slots, slot{})
	}
	s := &g.slots[item-1]
	s.n += uint32(keys.Len())
	need := len(keys) + 5 + binary.MaxVarintLen32
	if s.size > 0 && int(s.size)+need > format.ChunkSize {
		g.finish(item, s)
	}
	if need > format.ChunkSize {
		at := len(g.log)
		g.log = format.AppendEntry(g.log, file, file, keys)
		g.done = append(g.done, finished{item, file, uint32(at), uint32(len(g.log) - at)})
		return
	}
	g.reserve(s, int(s.size)+need)
	if s.size == 0 {
		s.first, s.last = file, file
	}
	seg := g.segment(s)
	s.size = uint16(len(format.AppendEntry(seg[:s.size], s.last, file, keys)))
	s.last = file
}

// segment returns the whole segment of s.
func (g *postingBuffer) segment(s *slot) []byte {
	off := int(s.at % slabSize)
	end := off + minSegment<<s.class
	return g.slabs[s.at/slabSize][off:end:end]
}

// reserve makes room for size bytes in the segment of s.
func (g *postingBuffer) reserve(s *slot, size int) {
	class := s.class
	for minSegment<<class < size {
		class++
	}
	if class == s.class && s.at != 0 {
		return
	}
	old := *s
	s.at, s.class = g.allocate(class), class
	if old.at != 0 {
		copy(g.segment(s), g.segment(&old)[:old.size])
		g.free[old.class] = append(g.free[old.class], old.at)
	}
}

// allocate returns a segment, never 0, which means no segment.
func (g *postingBuffer) allocate(class uint8) uint32 {
	if f := g.free[class]; len(f) > 0 {
		at := f[len(f)-1]
		g.free[class] = f[:len(f)-1]
		return at
	}
	size := uint32(minSegment << class)
	if len(g.slabs) == 0 || g.used+size > slabSize {
		g.slabs = append(g.slabs, make([]byte, slabSize))
		g.used = 0
		if len(g.slabs) == 1 {
			g.used = minSegment
		}
	}
	at := uint32(len(g.slabs)-1)*slabSize + g.used
	g.used += size
	return at
}

// finish moves the chunk of s to the log.
func (g *postingBuffer) finish(item store.ItemID, s *slot) {
	g.done = append(g.done, finished{item, s.first, uint32(len(g.log)), uint32(s.size)})
	g.log = append(g.log, g.segment(s)[:s.size]...)
	s.size = 0
}

// full reports whether spill should be called.
func (g *postingBuffer) full() bool { return len(g.log) > maxLog || len(g.slabs) > maxSlabs }

// spill writes the largest parts with put and frees their memory.
func (g *postingBuffer) spill(put func(store.ItemID, store.FileID, []byte) error) error {
	if len(g.slabs) > maxSlabs {
		for i := range g.slots {
			if s := &g.slots[i]; s.size > 0 {
				g.finish(store.ItemID(i+1), s)
			}
			g.slots[i].at, g.slots[i].class = 0, 0
		}
		g.slabs, g.used, g.free = nil, 0, [segmentSizes][]uint32{}
	}
	g.sort()
	for _, d := range g.done {
		if err := put(d.item, d.first, g.log[d.at:d.at+d.length]); err != nil {
			return err
		}
	}
	g.done, g.log = g.done[:0], g.log[:0]
	return nil
}

func (g *postingBuffer) sort() {
	slices.SortFunc(g.done, func(a, b finished) int {
		return cmp.Or(cmp.Compare(a.item, b.item), cmp.Compare(a.first, b.first))
	})
}

// drain calls put with all chunks, by item and file.
func (g *postingBuffer) drain(put func(store.ItemID, store.FileID, []byte) error) error {
	g.sort()
	done := g.done
	for i := range g.slots {
		item := store.ItemID(i + 1)
		for len(done) > 0 && done[0].item == item {
			d := done[0]
			done = done[1:]
			if err := put(d.item, d.first, g.log[d.at:d.at+d.length]); err != nil {
				return err
			}
		}
		if s := &g.slots[i]; s.size > 0 {
			if err := put(item, s.first, g.segment(s)[:s.size]); err != nil {
				return err
			}
		}
	}
	return nil
}
