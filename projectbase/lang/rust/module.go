package rust

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

func file(v *lang.Visit) {
	p := "/" + string(v.File.Path)
	v.File.Test = strings.Contains(p, "/tests/") || strings.Contains(p, "/benches/") || strings.HasSuffix(p, "/tests.rs")
}

// use enters an import for each name of a tree of names.
func use(v *lang.Visit) {
	t := v.Tree
	argument := t.Child(v.Node, "argument")
	if argument == syntax.None {
		return
	}
	kind := projectbase.ImportModule
	if t.ChildOf(v.Node, "visibility_modifier") != syntax.None {
		kind = projectbase.ImportReexport
	}
	// Trees nest to any depth: the paths before the open lists are a stack.
	type open struct {
		end  uint32 // first node after the list
		path string
	}
	lists := []open{{t.Nodes[argument].Next, ""}}
	for i := argument; i < t.Nodes[argument].Next; {
		for len(lists) > 1 && i >= lists[len(lists)-1].end {
			lists = lists[:len(lists)-1]
		}
		before := lists[len(lists)-1].path
		switch k := t.Kind(i); k {
		case "use_list":
			i++
			continue
		case "scoped_use_list":
			p := before
			if path := t.Child(i, "path"); path != syntax.None {
				p = join(before, text(t, path))
				v.Skip(path)
			} else if bytes.HasPrefix(t.Text(i), []byte("::")) {
				p = "::"
			}
			list := t.Child(i, "list")
			if list == syntax.None || len(lists) >= maxUse || len(p) > maxPath {
				break
			}
			lists = append(lists, open{t.Nodes[list].Next, p})
			i = list + 1
			continue
		case "use_as_clause":
			alias := ""
			if a := t.Child(i, "alias"); a != syntax.None {
				alias = string(t.Text(a))
			} else if bytes.HasSuffix(t.Text(i), []byte("_")) {
				alias = "_"
			}
			if path := t.Child(i, "path"); path != syntax.None {
				named(v, path, before, alias, kind)
			}
		case "use_wildcard":
			p := before
			if path := t.First(i); path != syntax.None {
				p = join(before, text(t, path))
			}
			v.Import(i, projectbase.Import{Module: p, Name: "*", Kind: kind})
			v.Skip(i)
		case "identifier", "self", "super", "crate", "scoped_identifier", "metavariable":
			named(v, i, before, "", kind)
		}
		i = t.Nodes[i].Next
	}
}

// Limits of a use tree.
const (
	maxUse  = 200  // nested lists
	maxPath = 2000 // bytes of a path
)

// named enters the import of one name after a path.
func named(v *lang.Visit, path uint32, before, alias string, kind projectbase.ImportKind) {
	t := v.Tree
	i := projectbase.Import{Module: before, Alias: alias, Kind: kind}
	name := path
	if t.Kind(path) == "scoped_identifier" {
		name = t.Child(path, "name")
		if p := t.Child(path, "path"); p != syntax.None {
			i.Module = join(before, text(t, p))
		} else if before == "" {
			i.Module = "::"
		}
	}
	if name == syntax.None {
		return
	}
	if n := string(t.Text(name)); n != "self" || i.Module == "" {
		if i.Name = n; i.Module == "" {
			i.Module, i.Name = n, ""
		}
	}
	v.Import(path, i)
	if t.Kind(name) == "identifier" && i.Name != "" {
		object := uint32(syntax.None)
		if name != path {
			object = t.Child(path, "path")
		}
		v.ReferTo(name, object, projectbase.RefImport)
	}
	v.Skip(path)
}

// join appends a path to another.
func join(before, path string) string {
	switch {
	case before == "":
		return path
	case before == "::":
		return before + path
	}
	return before + "::" + path
}

// text returns a path as written, without white space.
func text(t *syntax.Tree, path uint32) string {
	return strings.Join(strings.Fields(string(t.Text(path))), "")
}

func externCrate(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None {
		return
	}
	i := projectbase.Import{Module: string(t.Text(name))}
	if alias := t.Child(v.Node, "alias"); alias != syntax.None {
		i.Alias = string(t.Text(alias))
	}
	if t.ChildOf(v.Node, "visibility_modifier") != syntax.None {
		i.Kind = projectbase.ImportReexport
	}
	v.Import(v.Node, i)
}

// modFile imports the file of a module declaration without a body.
func modFile(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None || t.Child(v.Node, "body") != syntax.None {
		return
	}
	i := projectbase.Import{Module: "self::" + string(t.Text(name))}
	if t.ChildOf(v.Node, "visibility_modifier") != syntax.None {
		i.Kind = projectbase.ImportReexport
	}
	v.Import(v.Node, i)
}
