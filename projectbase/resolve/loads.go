package resolve

import (
	"slices"
	"sync"
)

// loads is what the imports of a file name in a language in which they are the
// text of other files, or load them.
type loads struct {
	modules []*module // by import; nil of using declarations
	keys    []uint16  // under which it is consulted what they name
}

// loading is the loads of the files that were looked into. It is made anew after
// each change of the files.
type loading struct {
	mu sync.RWMutex
	of map[*Outline]*loads
}

// loadsOf returns what the imports of a file name. It may be called at once from
// several goroutines.
func (l *layout) loadsOf(o *Outline) *loads {
	cache := l.loading
	cache.mu.RLock()
	of := cache.of[o]
	cache.mu.RUnlock()
	if of != nil {
		return of
	}
	of = l.findLoads(o)
	cache.mu.Lock()
	if cache.of == nil {
		cache.of = map[*Outline]*loads{}
	}
	cache.of[o] = of
	cache.mu.Unlock()
	return of
}

// moduleLoaded returns what a file loads or includes by a name.
func (l *layout) moduleLoaded(o *Outline, name string) *module {
	for i := range o.Imports {
		if o.Imports[i].Module == name && o.Imports[i].Name == "" {
			return l.loadsOf(o).modules[i]
		}
	}
	return l.loaded(o, name)
}

func (l *layout) findLoads(o *Outline) *loads {
	of := &loads{modules: make([]*module, len(o.Imports))}
	for i := range o.Imports {
		m := &o.Imports[i]
		if m.Name != "" {
			continue
		}
		of.modules[i] = l.loaded(o, m.Module)
		for _, k := range moduleKeys(m.Module) {
			of.keys = append(of.keys, Key(k))
		}
	}
	slices.Sort(of.keys)
	of.keys = slices.Compact(of.keys)
	return of
}

// loads returns what the imports of a file name, and notes that it was consulted.
func (vis *visibility) loads(o *Outline) *loads {
	of := vis.p.layout.loadsOf(o)
	for _, k := range of.keys {
		vis.consulted[k/64] |= 1 << (k % 64)
	}
	return of
}
