package graph

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
)

// Published is a package that a project publishes.
type Published struct {
	Ecosystem string
	Name      string
	Dir       projectbase.Path // of its manifest; "." for the root
}

// Exported is a symbol under the names that other projects use for it.
type Exported struct {
	Family    string   // of languages that can name it: see lang.Foreign
	Qualified bool     // the family always has a qualifier before the name of a member
	Spaces    []string // its packages, modules or namespaces, as references name them
	Name      string
	Type      string   // the declaring type of a member, else ""
	Makers    []string // callables that return the type, for a member
	// Alone is set if no other symbol of the spaces has this name, so that space and
	// name identify the symbol.
	Alone   bool
	Default bool // the default export of a module

	From    string // qualified name
	Project string // name of the project, set by the caller
	Tier    projectbase.Tier
	Target  projectbase.Target
}

// Wanted is a reference to a symbol of another project.
type Wanted struct {
	Family  string
	Package string   // package of the import; "" if unknown
	Spaces  []string // possible packages if Package is unknown: wildcard imports of the file
	Spelled []string // packages or namespaces that the qualifier may name
	Name    string   // in the package; "default" for a default export
	Hints   []string // names in the qualifier: a type, or a function that made the object
	Bare    bool     // no qualifier

	Match   Match  // position
	Project string // as the caller names it
	tier    projectbase.Tier
	found   bool
}

// Found reports whether a step has found the symbol.
func (w *Wanted) Found() bool { return w.found }

// spacesOf returns the packages, modules or namespaces of a symbol, as other
// projects name them. It returns none if they cannot name the symbol.
func spacesOf(n symbol.Node, published []Published) []string {
	rules := &n.File.Language.Foreign
	if rules.Spaces != nil {
		return rules.Spaces(n.File.Info.Path, around(n.File.Info.Path, published, rules.Ecosystem))
	}
	if rules.Namespaces {
		if ns := namespace(n); ns != "" {
			return []string{ns}
		}
	}
	return nil
}

// around returns the innermost packages of an ecosystem whose directories
// contain a file.
func around(p projectbase.Path, published []Published, ecosystem string) []lang.Package {
	var list []lang.Package
	deepest := -1
	for _, k := range published {
		depth := len(k.Dir)
		if k.Dir == "." || k.Dir == "" {
			depth = 0
		}
		if k.Ecosystem != ecosystem || depth > 0 && !strings.HasPrefix(string(p), string(k.Dir)+"/") || depth < deepest {
			continue
		}
		if depth > deepest {
			list, deepest = nil, depth
		}
		list = append(list, lang.Package{Name: k.Name, Dir: k.Dir})
	}
	return list
}

// namespace returns the names of the namespaces around a symbol, joined by
// dots.
func namespace(n symbol.Node) string {
	name := ""
	for c := n.Symbol().Container; c != projectbase.NoSymbol; c = n.File.Symbols[c].Container {
		if s := &n.File.Symbols[c]; s.Kind == projectbase.KindNamespace {
			part := strings.Trim(strings.ReplaceAll(s.Name, `\`, "."), ".")
			if name != "" {
				part += "." + name
			}
			name = part
		}
	}
	return name
}

// export returns a symbol under the names that other projects use for it; false
// if they cannot name it.
func export(g *symbol.Reader, n symbol.Node, published []Published) (Exported, bool, error) {
	s := n.Symbol()
	if !visibleOutside(n) {
		return Exported{}, false, nil
	}
	family := n.File.Language.Family()
	x := Exported{Family: family, Qualified: g.Index.Languages().Qualified(family), Spaces: spacesOf(n, published), Name: s.Name, From: n.Qualified(), Target: n.Target(),
		Default: s.Flags.Has(projectbase.FlagDefault)}
	if len(x.Spaces) == 0 {
		return x, false, nil
	}
	t, member, err := g.Types.TypeOf(n)
	if err != nil {
		return x, false, err
	}
	if s.Owner != "" {
		x.Type = symbol.LastPart(s.Owner)
	}
	if member {
		x.Type = t.Symbol().Name
		if x.Makers, err = makers(g, t); err != nil {
			return x, false, err
		}
	}
	if s.Kind == projectbase.KindConstructor && member {
		x.Name = x.Type // it is named by its type
	}
	x.Alone, err = alone(g, n, x.Spaces, published)
	return x, true, err
}

// visibleOutside reports whether the language lets other projects name a
// symbol.
func visibleOutside(n symbol.Node) bool {
	s := n.Symbol()
	if visible := n.File.Language.Foreign.Visible; visible != nil {
		return visible(s)
	}
	return s.Kind != projectbase.KindSection && s.Access != "private"
}

// makers returns the names of callables in the type's directory that return the
// type.
func makers(g *symbol.Reader, t symbol.Node) ([]string, error) {
	files, err := g.Types.Beside(t.File)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range files {
		for i := range f.Symbols {
			s := &f.Symbols[i]
			if s.Kind.IsCallable() && s.Type != "" && typeNames(s.Type, t.Symbol().Name) && !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	return names, nil
}

// typeNames reports whether the text of a type contains a name as a word.
func typeNames(text, name string) bool {
	return slices.Contains(strings.FieldsFunc(text, func(c rune) bool {
		return !(c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127)
	}), name)
}

// alone reports whether a symbol is the only one with its name in its packages.
func alone(g *symbol.Reader, n symbol.Node, spaces []string, published []Published) (bool, error) {
	found, err := g.Snapshot.SymbolsNamed(n.Symbol().Name, false)
	if err != nil {
		return false, err
	}
	key := n.Key()
	for _, x := range found {
		f, err := g.File(x.File)
		if err != nil {
			return false, err
		}
		o := symbol.Node{File: f, Ordinal: x.Ordinal}
		if o == n || o.Key() == key || f.Language.Family() != n.File.Language.Family() || symbol.IsTestFile(f) && !symbol.IsTestFile(n.File) || !visibleOutside(o) {
			continue
		}
		for _, s := range spacesOf(o, published) {
			if slices.Contains(spaces, s) {
				return false, nil
			}
		}
	}
	return true, nil
}

// means returns the certainty that a reference refers to a symbol: TierNone for
// no, TierAmbiguous for maybe.
func (w *Wanted) means(x *Exported) projectbase.Tier {
	if w.Family != x.Family || w.Name != x.Name && !(x.Default && w.Name == "default") {
		return projectbase.TierNone
	}
	lies := func(s string) bool { return slices.Contains(x.Spaces, s) }
	spelled := slices.ContainsFunc(w.Spelled, lies)
	if w.Package == "" && !spelled && !slices.ContainsFunc(w.Spaces, lies) {
		return projectbase.TierNone
	}
	typed := x.Type != "" && slices.Contains(w.Hints, x.Type)
	if w.Package != "" && !slices.Contains(x.Spaces, w.Package) {
		// The import may name the type itself.
		if !slices.ContainsFunc(x.Spaces, func(s string) bool { return x.Type != "" && w.Package == s+"."+x.Type }) {
			return projectbase.TierNone
		}
		typed = true
	}
	made := x.Type != "" && slices.ContainsFunc(x.Makers, func(m string) bool { return slices.Contains(w.Hints, m) })
	member := x.Type != "" && x.Name != x.Type
	switch {
	case !member && x.Alone && w.Package != "":
		return projectbase.TierExact
	case !member && x.Alone && (w.Bare || spelled):
		return projectbase.TierScoped
	case !member && w.Package != "":
		return projectbase.TierAmbiguous
	case !member:
		return projectbase.TierNone
	case typed:
		return projectbase.TierScoped
	case made, x.Alone && w.Package != "" && !w.Bare:
		return projectbase.TierInferred
	case w.Package != "" && !w.Bare:
		return projectbase.TierAmbiguous
	}
	return projectbase.TierNone
}

// aliases returns the imports of a file, and those of single names by their
// local names.
func aliases(g *symbol.Reader, id store.FileID) (map[string]projectbase.Import, []projectbase.Import, error) {
	imports, err := g.Snapshot.Imports(id)
	if err != nil {
		return nil, nil, err
	}
	local := map[string]projectbase.Import{}
	for _, m := range imports {
		if m.Alias != "" && m.Name != "" && m.Name != "*" {
			local[m.Alias] = m
		}
	}
	return local, imports, nil
}
