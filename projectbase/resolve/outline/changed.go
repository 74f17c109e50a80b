package outline

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sort"
	"strings"

	"codegraph/projectbase"
)

// Changed returns the keys of the names whose meaning for other files differs between two
// outlines of a file. A nil outline means that the file is new or deleted.
func Changed(old, now *Outline) []uint16 {
	set := map[uint16]bool{}
	was, is := old.meanings(), now.meanings()
	for name, sum := range was {
		if is[name] != sum {
			set[Key(name)] = true
		}
	}
	for name := range is {
		if _, ok := was[name]; !ok {
			set[Key(name)] = true
		}
	}
	if old == nil || now == nil || old.Path != now.Path || old.Language != now.Language {
		for _, o := range []*Outline{old, now} {
			if o != nil {
				for _, k := range FileKeys(o.Path) {
					set[Key(k)] = true
				}
			}
		}
	}
	keys := make([]uint16, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// FileKeys returns the names under which the existence of a file is consulted: its base
// name without extension, and the names of its directories.
func FileKeys(p projectbase.Path) []string {
	stem, _, _ := strings.Cut(p.Base(), ".")
	keys := []string{stem}
	for dir := p.Dir(); dir != "." && dir != "/"; dir = dir.Dir() {
		keys = append(keys, dir.Base())
	}
	return keys
}

// meanings returns, for each name that other files may consult, a hash of everything that
// the outline says about it.
func (o *Outline) meanings() map[string]uint64 {
	if o == nil {
		return nil
	}
	texts := map[string][]string{}
	add := func(name string, format string, args ...any) {
		texts[name] = append(texts[name], fmt.Sprintf(format, args...))
	}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if s.Flags.Has(projectbase.FlagDefault) {
			add("default", "symbol %q %d", s.Name, s.Slot)
		}
		add(s.Name, "symbol %d %d %d %q %q %q %q %q %d", s.Kind, s.Flags, s.Visibility, s.Word, s.Owner, s.Type, s.Params, containerOf(o, s.Container), s.Slot)
	}
	for _, b := range o.Bases {
		add(o.nameOf(b.Symbol), "base %q", b.Chain)
	}
	star := "*" + string(o.Path)
	for _, m := range o.Imports {
		if m.Kind == projectbase.ImportGlobal {
			add(GlobalImports, "%q %q %q %q", o.Path, m.Module, m.Name, m.Alias)
		}
		add(star, "import %d %q %q %q", m.Kind, m.Module, m.Name, m.Alias)
		for _, n := range []string{m.Alias, m.Name} {
			if n != "" {
				add(n, "import %d %q %q %q", m.Kind, m.Module, m.Name, m.Alias)
			}
		}
	}
	for _, b := range o.Values {
		name := b.Name
		if name == "" || b.Symbol != projectbase.NoSymbol && o.Symbols[b.Symbol].Kind.IsCallable() {
			add(o.nameOf(b.Symbol), "value %d %q %q %d", b.Kind, name, b.Source, b.Index)
		}
		add(name, "value %d %q %d %q %d", b.Kind, b.Source, b.Index, containerOf(o, b.Symbol), o.valuesBy(&b))
	}
	sums := make(map[string]uint64, len(texts))
	for name, list := range texts {
		h := fnv.New64a()
		for _, s := range list {
			h.Write([]byte(s))
		}
		sums[name] = h.Sum64()
	}
	return sums
}

// valuesBy returns how many values stand before the end of a binding, or 0 if the binding
// has no end. It identifies the scope of a name independently of line numbers.
func (o *Outline) valuesBy(b *Binding) int {
	if b.EndLine == 0 {
		return 0
	}
	end := Position{Line: b.EndLine, Column: b.EndColumn}
	return sort.Search(len(o.Values), func(i int) bool { return !o.Values[i].StartsBy(end) })
}

func (o *Outline) nameOf(ordinal int32) string {
	if ordinal == projectbase.NoSymbol {
		return ""
	}
	return o.Symbols[ordinal].Name
}
