package layout

import (
	"path"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// loads is what the imports of a file name in a language in which they are the
// text of other files, or load them.
type Includes struct {
	Modules []*Module // by import; nil of using declarations
	Keys    []uint16  // under which it is consulted what they name
}

// loading is the loads of the files that were looked into. It is made anew after
// each change of the files.
type includeCache struct {
	mu sync.RWMutex
	of map[*outline.Outline]*Includes
}

// loadsOf returns what the imports of a file name. It may be called at once from
// several goroutines.
func (l *Layout) IncludesOf(o *outline.Outline) *Includes {
	cache := l.loading
	cache.mu.RLock()
	of := cache.of[o]
	cache.mu.RUnlock()
	if of != nil {
		return of
	}
	of = l.findIncludes(o)
	cache.mu.Lock()
	if cache.of == nil {
		cache.of = map[*outline.Outline]*Includes{}
	}
	cache.of[o] = of
	cache.mu.Unlock()
	return of
}

// moduleLoaded returns what a file loads or includes by a name.
func (l *Layout) Included(o *outline.Outline, name string) *Module {
	for i := range o.Imports {
		if o.Imports[i].Module == name && o.Imports[i].Name == "" {
			return l.IncludesOf(o).Modules[i]
		}
	}
	return l.includedFile(o, name)
}

func (l *Layout) findIncludes(o *outline.Outline) *Includes {
	of := &Includes{Modules: make([]*Module, len(o.Imports))}
	for i := range o.Imports {
		m := &o.Imports[i]
		if m.Name != "" {
			continue
		}
		of.Modules[i] = l.includedFile(o, m.Module)
		for _, k := range ModuleKeys(m.Module) {
			of.Keys = append(of.Keys, outline.Key(k))
		}
	}
	slices.Sort(of.Keys)
	of.Keys = slices.Compact(of.Keys)
	return of
}

// moduleKeys returns the names under which what an import names is consulted: all
// that it is made of.
func ModuleKeys(name string) []string {
	keys := strings.FieldsFunc(name, func(c rune) bool { return c == '/' || c == '.' || c == '\\' || c == ':' })
	if len(keys) == 0 {
		return []string{"index", "__init__"}
	}
	if slices.Contains(keys, "crate") || slices.Contains(keys, "super") {
		keys = append(keys, "lib", "main", "mod")
	}
	return keys
}

// loaded finds the file that is included or loaded by a name: relative to the
// file, to the root, or to a directory that such files lie in by custom.
func (l *Layout) includedFile(from *outline.Outline, name string) *Module {
	name = strings.Trim(name, "\"<>")
	ext := []string{"", from.Path.Ext()}
	stems := []string{name}
	if init := from.Scope.PackageFile; init != "" {
		stems = append(stems, strings.ReplaceAll(name, ".", "/"))
		ext = append(ext, "/"+init)
	}
	for dir := string(from.Path.Dir()); ; dir = path.Dir(dir) {
		for _, sub := range []string{"", "include", "lib", "src"} {
			for _, stem := range stems {
				for _, e := range ext {
					if o := l.paths[projectbase.Path(path.Join(dir, sub, stem+e))]; o != nil {
						return &Module{Files: []*outline.Outline{o}, Like: o}
					}
				}
			}
		}
		if dir == "." || dir == "/" {
			return &Module{Pkg: name}
		}
	}
}
