package write

import (
	"codegraph/projectbase"
	"codegraph/projectbase/store/format"
)

// lineSet has the line objects of a file with their types.
type lineSet struct {
	types []uint8 // by line id: the type plus 1, 0 for none
}

// add adds the lines of keys. If a line has several code types, the highest
// counts.
func (s *lineSet) add(keys projectbase.LineKeys) {
	var k projectbase.LineKey
	for ok := true; ; {
		if k, keys, ok = keys.Next(k); !ok {
			return
		}
		id := int(format.LineID(k))
		if id >= len(s.types) {
			s.types = append(s.types, make([]uint8, id+256-len(s.types)+len(s.types)/2)...)
		}
		s.types[id] = max(s.types[id], uint8(k.Type())+1)
	}
}

// differences returns the number of line objects that are in one set only or
// have different types.
func (s *lineSet) differences(other *lineSet) int {
	n := 0
	for i := range max(len(s.types), len(other.types)) {
		var a, b uint8
		if i < len(s.types) {
			a = s.types[i]
		}
		if i < len(other.types) {
			b = other.types[i]
		}
		if a != b {
			n++
		}
	}
	return n
}
