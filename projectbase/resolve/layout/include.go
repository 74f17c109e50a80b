package layout

import (
	"path"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// Includes are the modules that a file includes or loads, in languages in which an import
// is the text of another file or loads it.
type Includes struct {
	Modules []*Module // by import; nil for a using declaration
	Keys    []uint16  // keys of the consulted names
}

// includeCache caches Includes by file. It is replaced after each change of the files.
type includeCache struct {
	mu sync.RWMutex
	of map[*outline.Outline]*Includes
}

// IncludesOf returns the files that a file includes or loads. It is safe for concurrent
// use.
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

// Included returns the file that a file includes or loads by a name.
func (l *Layout) Included(o *outline.Outline, name string) *Module {
	for i := range o.Imports {
		if o.Imports[i].Module == name && o.Imports[i].Name == "" {
			return l.IncludesOf(o).Modules[i]
		}
	}
	return l.includedFile(o, name)
}

// findIncludes resolves the includes of a file.
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

// ModuleKeys returns the names under which the target of an import is consulted: all
// parts of its path.
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

// includedFile returns the included or loaded file: relative to the file, to its parent
// directories, or to their usual directories of headers and libraries.
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
