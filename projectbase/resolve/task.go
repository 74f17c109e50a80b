package resolve

import (
	"math/bits"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/resolve/symbols"
)

// task is the state that all parts of a resolver share: the file, the consulted names,
// and the budget of the current reference.
type task struct {
	p     *Project
	file  *outline.Outline
	scope *lang.Scope
	table *symbols.Table

	consulted [1 << 16 / 64]uint64 // a bit for each key

	depth int // of nested lookups
	work  int // lookups for the current reference
	cuts  int // lookups that the limits cut short; their results are not cached
}

// enter begins a lookup that may lead to further ones. If it returns true, the caller
// must call leave. It returns false when the limits are reached.
func (t *task) enter() bool {
	t.work++
	if t.depth >= maxDepth || t.work > maxWork {
		t.cuts++
		return false
	}
	t.depth++
	return true
}

// leave ends a lookup.
func (t *task) leave() { t.depth-- }

// consult records that the result depends on the declarations of a name.
func (t *task) consult(name string) {
	k := outline.Key(name)
	t.consulted[k/64] |= 1 << (k % 64)
}

// keys returns the keys of the consulted names.
func (t *task) keys() []uint16 {
	var list []uint16
	for i, w := range t.consulted {
		for ; w != 0; w &= w - 1 {
			list = append(list, uint16(i*64+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// maxDepth limits the steps from a name to its type. A longer path is a cycle.
const maxDepth = 24

// maxWork limits the lookups for one reference.
const maxWork = 5000

// cached returns the cached result for a key, or else the result of find. A result that
// depends on a lookup cut short is not cached: another position may get further.
func cached[K comparable, V any](t *task, known map[K]V, k K, find func() V) V {
	v, ok := known[k]
	if !ok {
		cuts := t.cuts
		if v = find(); t.cuts == cuts {
			known[k] = v
		}
	}
	return v
}
