package format

import (
	"encoding/binary"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
	"codegraph/projectbase/store"
)

// The edges of a file are packed as a table of distinct outcomes and a number
// for each reference: 0 if the reference was not resolved, otherwise its index
// in the table plus 1. An outcome is a byte with tier and reason, followed by
// its targets or by the name of a package. In a target, file 0 is the file
// itself. A reference takes about 1.5 bytes, an outcome about 4.

// AppendEdges packs the edges of a file, one for each reference.
func AppendEdges(dst []byte, file store.FileID, edges []projectbase.Edge) []byte {
	table := map[string]uint64{}
	var outcomes, body, one []byte
	for i := range edges {
		e := &edges[i]
		if e.Tier == projectbase.TierNone {
			body = append(body, 0)
			continue
		}
		one = appendEdge(one[:0], file, e)
		n, ok := table[string(one)]
		if !ok {
			n = uint64(len(table)) + 1
			table[string(one)] = n
			outcomes = append(outcomes, one...)
		}
		body = binary.AppendUvarint(body, n)
	}
	dst = binary.AppendUvarint(dst, uint64(len(table)))
	dst = append(dst, outcomes...)
	dst = binary.AppendUvarint(dst, uint64(len(edges)))
	return append(dst, body...)
}

// tierBits is the number of bits of an outcome's first byte that hold its tier.
const tierBits = 3

func appendEdge(dst []byte, file store.FileID, e *projectbase.Edge) []byte {
	dst = append(dst, byte(e.Tier)|byte(e.Reason)<<tierBits)
	if e.Tier == projectbase.TierExternal {
		return pack.AppendText(dst, e.Package)
	}
	if e.Tier == projectbase.TierAmbiguous {
		dst = binary.AppendUvarint(dst, uint64(len(e.Targets)))
	}
	for _, t := range e.Targets {
		if t.File == uint32(file) {
			t.File = 0
		}
		dst = binary.AppendUvarint(dst, uint64(t.File))
		dst = binary.AppendUvarint(dst, uint64(t.Slot))
	}
	return dst
}

func UnpackEdges(data []byte, file store.FileID) (store.Edges, error) {
	r := pack.Read(data)
	outcomes := make([]projectbase.Edge, r.Count(2))
	for i := range outcomes {
		outcomes[i] = readEdge(&r, file)
		if r.Bad() {
			break
		}
	}
	list := make([]uint32, r.Count(1))
	for i := range list {
		list[i] = r.Uint32()
		if list[i] > uint32(len(outcomes)) {
			r.Fail()
		}
		if r.Bad() {
			break
		}
	}
	if err := r.Err("edges"); err != nil {
		return store.Edges{}, err
	}
	return store.Edges{Outcomes: outcomes, List: list}, nil
}

func readEdge(r *pack.Reader, file store.FileID) projectbase.Edge {
	head := r.Byte()
	e := projectbase.Edge{Tier: projectbase.Tier(head & (1<<tierBits - 1)), Reason: projectbase.Reason(head >> tierBits)}
	if !e.Tier.Valid() || e.Tier == projectbase.TierNone || !e.Reason.Valid() {
		r.Fail()
		return projectbase.Edge{}
	}
	n := 1
	switch e.Tier {
	case projectbase.TierExternal:
		e.Package = r.Text()
		return e
	case projectbase.TierAmbiguous:
		n = r.Count(2)
	}
	e.Targets = make([]projectbase.Target, n)
	for i := range e.Targets {
		e.Targets[i] = projectbase.Target{File: r.Uint32(), Slot: r.Uint32()}
		if e.Targets[i].File == 0 {
			e.Targets[i].File = uint32(file)
		}
		if e.Targets[i].File > store.MaxFile || e.Targets[i].Slot > MaxOrdinal {
			r.Fail()
		}
	}
	return e
}

// TargetKey returns the key of a target in the table use.
func TargetKey(t projectbase.Target) int64 { return int64(t.File)<<OrdinalBits | int64(t.Slot) }

// TargetKeys returns the distinct targets of edges.
func TargetKeys(edges []projectbase.Edge) map[int64]bool {
	set := map[int64]bool{}
	for i := range edges {
		for _, t := range edges[i].Targets {
			set[TargetKey(t)] = true
		}
	}
	return set
}

// AppendSlots packs the slots of a file's symbols. The result is empty if each
// slot is the symbol's ordinal.
func AppendSlots(dst []byte, slots []uint32) []byte {
	same := true
	for i, s := range slots {
		same = same && s == uint32(i)
	}
	if same {
		return dst
	}
	for _, s := range slots {
		dst = binary.AppendUvarint(dst, uint64(s))
	}
	return dst
}

// UnpackSlots returns the slots, or nil if each is the symbol's ordinal.
func UnpackSlots(data []byte) ([]uint32, error) {
	r := pack.Read(data)
	var list []uint32
	for len(r.Rest()) > 0 {
		s := r.Uint32()
		if r.Bad() || s > MaxOrdinal {
			return nil, fmt.Errorf("slots: %w", projectbase.ErrMalformed)
		}
		list = append(list, s)
	}
	return list, nil
}

// AppendKeys packs ascending numbers.
func AppendKeys(dst []byte, keys []uint16) []byte {
	prev := uint16(0)
	for _, k := range keys {
		dst = binary.AppendUvarint(dst, uint64(k-prev))
		prev = k
	}
	return dst
}

func UnpackKeys(data []byte) ([]uint16, error) {
	r := pack.Read(data)
	list := make([]uint16, 0, len(data))
	sum := uint64(0)
	for len(r.Rest()) > 0 {
		sum += r.Uint64()
		if r.Bad() || sum > 1<<16-1 {
			return nil, fmt.Errorf("consulted names: %w", projectbase.ErrMalformed)
		}
		list = append(list, uint16(sum))
	}
	return list, nil
}

// AppendFiles packs ascending ids.
func AppendFiles(dst []byte, files []store.FileID) []byte {
	prev := store.FileID(0)
	for _, f := range files {
		dst = binary.AppendUvarint(dst, uint64(f-prev))
		prev = f
	}
	return dst
}

func UnpackFiles(data []byte) ([]store.FileID, error) {
	r := pack.Read(data)
	list := make([]store.FileID, 0, len(data))
	id := uint64(0)
	for len(r.Rest()) > 0 {
		d := r.Uint64()
		if id += d; r.Bad() || d == 0 || id > store.MaxFile {
			return nil, fmt.Errorf("users of a symbol: %w", projectbase.ErrMalformed)
		}
		list = append(list, store.FileID(id))
	}
	return list, nil
}
