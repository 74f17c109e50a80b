package resolve

import (
	"math/bits"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/resolve/symbols"
)

// task is the state that all parts of a resolver share: the file, the names that
// were consulted, and the budget for the reference at hand.
type task struct {
	p     *Project
	file  *outline.Outline
	scope *lang.Scope
	group *symbols.Table

	consulted [1 << 16 / 64]uint64 // a bit for each key

	depth int // of nested lookups
	work  int // lookups for the current reference
	cuts  int // lookups that the limits cut short; their results are not cached
}

// enter begins a lookup that may lead to others, and reports whether it may.
// Whoever has entered leaves.
func (t *task) enter() bool {
	t.work++
	if t.depth >= maxDepth || t.work > maxWork {
		t.cuts++
		return false
	}
	t.depth++
	return true
}

func (t *task) leave() { t.depth-- }

// consult notes that the answer depends on what others declare of a name.
func (t *task) consult(name string) {
	k := outline.Key(name)
	t.consulted[k/64] |= 1 << (k % 64)
}

// keys returns what was consulted.
func (t *task) keys() []uint16 {
	var list []uint16
	for i, w := range t.consulted {
		for ; w != 0; w &= w - 1 {
			list = append(list, uint16(i*64+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// maxDepth is how many steps lead from a name to its type at most: what goes on
// for longer is a circle.
const maxDepth = 24

// maxWork is how many lookups a reference is worth: what needs more is a maze
// that names lead into.
const maxWork = 5000

// remember returns the cached result for a key, or the result of find. A result
// that depends on a lookup cut short is not cached: another position may get further.
func remember[K comparable, V any](t *task, known map[K]V, k K, find func() V) V {
	v, ok := known[k]
	if !ok {
		cuts := t.cuts
		if v = find(); t.cuts == cuts {
			known[k] = v
		}
	}
	return v
}
