package symbol

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
)

// Place names a symbol of a project and its declaration.
type Place struct {
	Symbol     string           `json:"symbol"` // qualified name
	Kind       string           `json:"kind"`
	File       projectbase.Path `json:"file"`
	LineNumber uint32           `json:"line_number"`
	Signature  string           `json:"signature,omitempty"`
	Project    string           `json:"project,omitempty"`
}

// AmbiguousError reports a name of several unrelated symbols.
type AmbiguousError struct {
	Name       string
	Candidates []Place
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%d symbols are named %q; choose one with a qualified name or its file", len(e.Candidates), e.Name)
}

// Entity is one symbol with all its declarations: overloads, a prototype and
// its definition, the parts of a partial type.
type Entity []Node

// Place describes the best declaration of an entity: see Best.
func (e Entity) Place() Place { return e.Best().Place() }

// Place describes a declaration.
func (n Node) Place() Place {
	s := n.Symbol()
	return Place{Symbol: n.Qualified(), Kind: s.Kind.String(), File: n.File.Info.Path, LineNumber: s.NameLine, Signature: s.Signature}
}

// IsPrototype reports whether a declaration has no body because the definition
// stands elsewhere.
func IsPrototype(s *projectbase.Symbol) bool { return s.Word == "prototype" || s.Word == "forward" }

// One returns the entity of a name. The error is an *AmbiguousError if several
// symbols have the name, and wraps projectbase.ErrNotFound if none has.
func (g *Reader) One(name string, file projectbase.Path) (Entity, error) {
	list, err := g.Entities(name, file)
	if err != nil {
		return nil, err
	}
	switch len(list) {
	case 0:
		return nil, g.NotSymbol(name, file)
	case 1:
		return list[0], nil
	}
	e := &AmbiguousError{Name: name}
	for _, x := range list {
		e.Candidates = append(e.Candidates, x.Place())
	}
	return nil, e
}

func (g *Reader) NotSymbol(name string, file projectbase.Path) error {
	where := ""
	if file != "" {
		where = " in " + string(file)
	}
	hint := projectbase.Suggest("search for it", "query", projectbase.Positional("term", LastPart(name)), projectbase.Flag("mode", "contains"))
	switch files := g.filesCalled(name); {
	case len(files) > 1:
		hint = projectbase.Hint{Text: fmt.Sprintf("no symbol has this name, but %d files do, such as %s", len(files), files[0])}
	case len(files) == 1:
		hint = projectbase.Suggest("it is the name of a file", "signature", projectbase.Positional("file", files[0]))
	}
	return projectbase.WithHint(fmt.Errorf("symbol %q%s: %w", name, where, projectbase.ErrNotFound), hint)
}

// filesCalled returns the files whose path is a name or ends in it. It returns
// none for a name without a dot.
func (g *Reader) filesCalled(name string) []string {
	if !strings.Contains(name, ".") {
		return nil
	}
	files, err := g.Snapshot.Files()
	if err != nil {
		return nil // the caller then gives another hint
	}
	var found []string
	for i := range files {
		if p := string(files[i].Path); p == name || strings.HasSuffix(p, "/"+name) {
			found = append(found, p)
		}
	}
	slices.Sort(found)
	return found
}

// Entities returns the symbols that a name may mean, in the order of path and
// line. All parts of a qualified name must match the end of the symbol's
// qualified name. Case counts, unless only another case is found.
func (g *Reader) Entities(name string, file projectbase.Path) ([]Entity, error) {
	parts := nameParts(name)
	if len(parts) == 0 {
		return nil, query.UsageError("the name of a symbol is empty")
	}
	last := parts[len(parts)-1]
	found, err := g.Snapshot.SymbolsNamed(last, true)
	if err != nil {
		return nil, err
	}
	exact := slices.ContainsFunc(found, func(n store.Named) bool { return n.Name == last })
	var list []Entity
	byKey := map[string]int{}
	for _, x := range found {
		if exact && x.Name != last {
			continue
		}
		f, err := g.File(x.File)
		if err != nil {
			return nil, err
		}
		n := Node{f, x.Ordinal}
		if file != "" && f.Info.Path != file || !n.within(parts[:len(parts)-1]) || x.Kind == projectbase.KindSection {
			continue
		}
		key := n.Key()
		i, ok := byKey[key]
		if !ok {
			i = len(list)
			byKey[key] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], n)
	}
	for _, e := range list {
		slices.SortFunc(e, CompareNodes)
	}
	slices.SortFunc(list, func(a, b Entity) int { return CompareNodes(a[0], b[0]) })
	list = merge(list)
	if file != "" {
		// Only the file can make a complete name more precise.
		whole := slices.DeleteFunc(slices.Clone(list), func(x Entity) bool { return x[0].Qualified() != name })
		if len(whole) == 1 {
			return whole, nil
		}
	}
	return list, nil
}

// CompareNodes orders symbols by path, then by position in the file.
func CompareNodes(a, b Node) int {
	return cmp.Or(cmp.Compare(a.File.Info.Path, b.File.Info.Path), cmp.Compare(a.Ordinal, b.Ordinal))
}

// Key identifies an entity. Declarations of one qualified name share a key
// within a file, a directory or the project: see lang.Graph.Declarations.
func (n Node) Key() string {
	s := n.Symbol()
	dir := string(n.File.Info.Path)
	switch n.File.Language.Graph.Declarations {
	case lang.UnitProject:
		dir = ""
	case lang.UnitDirectory:
		dir = path.Dir(dir)
	}
	group := "value"
	if s.Kind.IsType() {
		group = "type"
	}
	return fmt.Sprintf("%s\x00%s\x00%s\x00%s", n.File.Info.Language, dir, n.Qualified(), group)
}

// merge joins a type and its constructors of the same name: the name means
// both.
func merge(list []Entity) []Entity {
	if len(list) < 2 {
		return list
	}
	types := map[string]int{}
	for i, e := range list {
		if e[0].Symbol().Kind.IsType() {
			types[string(e[0].File.Info.Path)+"\x00"+e[0].Qualified()] = i
		}
	}
	var out []Entity
	for _, e := range list {
		if s := e[0].Symbol(); s.Kind == projectbase.KindConstructor && s.Container != projectbase.NoSymbol {
			around := Node{e[0].File, s.Container}
			if i, ok := types[string(e[0].File.Info.Path)+"\x00"+around.Qualified()]; ok && around.Symbol().Name == s.Name {
				list[i] = append(list[i], e...)
				continue
			}
		}
		out = append(out, nil)
		out[len(out)-1] = e
	}
	for i, e := range out {
		for _, x := range list {
			if len(x) > len(e) && x[0] == e[0] {
				out[i] = x
			}
		}
	}
	return out
}

// operatorName matches an operator of C++ or C# with any spacing. Its
// characters may be separators in other qualified names.
var operatorName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^\pL\pN_])(operator)\s*([^\pL\pN_\s][^\pL\pN_]*)$`)
})

// nameParts splits a qualified name at the separators of all languages.
func nameParts(name string) []string {
	if strings.Contains(name, "operator") {
		if m := operatorName().FindStringSubmatchIndex(name); m != nil {
			return append(nameParts(name[:m[2]]), "operator "+strings.Join(strings.Fields(name[m[4]:m[5]]), ""))
		}
	}
	name = strings.TrimSuffix(strings.TrimSpace(name), "()")
	return strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(name, "::", "."), "->", "."), func(c rune) bool {
		return c == '.' || c == '#' || c == '/' || c == '\\'
	})
}

// LastPart returns the last part of a qualified name.
func LastPart(name string) string {
	parts := nameParts(name)
	if len(parts) == 0 {
		return name
	}
	return parts[len(parts)-1]
}

// within reports whether the names around a symbol end in parts. These names
// are its directories, its file and its containers.
func (n Node) within(parts []string) bool {
	if len(parts) == 0 {
		return true
	}
	p := n.File.Info.Path
	stem := strings.TrimSuffix(p.Base(), p.Ext())
	around := nameParts(string(p.Dir()))
	inside := nameParts(n.Qualified())
	inside = inside[:len(inside)-1]
	if endsIn(append(slices.Clone(around), inside...), parts) {
		return true
	}
	// In a package of one directory, file names are no parts of a name.
	return n.File.Language.Graph.Declarations != lang.UnitDirectory && endsIn(append(append(slices.Clone(around), stem), inside...), parts)
}

func endsIn(list, parts []string) bool {
	return len(list) >= len(parts) && slices.Equal(list[len(list)-len(parts):], parts)
}

// Best returns the first declaration with a body, else the first declaration.
func (e Entity) Best() Node {
	for _, n := range e {
		if !IsPrototype(n.Symbol()) {
			return n
		}
	}
	return e[0]
}
