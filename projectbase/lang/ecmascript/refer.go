package ecmascript

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// heritage enters the base of a class if the grammar has no clause for it.
func heritage(v *lang.Visit) {
	if base := v.Tree.First(v.Node); base != syntax.None {
		v.Refer(base, projectbase.RefExtends)
	}
}

// decorator enters a decorator, called or not.
func decorator(v *lang.Visit) {
	t := v.Tree
	what := t.First(v.Node)
	if what != syntax.None && t.Kind(what) == "call_expression" {
		what = t.Child(what, "function")
	}
	if what != syntax.None {
		v.Refer(what, projectbase.RefDecorate)
	}
}

// element enters the call of a component. Lower-case names are HTML elements.
func element(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None {
		return
	}
	text := t.Text(name)
	if t.Kind(name) == "identifier" && text[0] >= 'a' && text[0] <= 'z' {
		return
	}
	v.Refer(name, projectbase.RefCall)
}

// closing excludes the closing tag from references to its component.
func closing(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None {
		v.Skip(name)
	}
}

// Finish applies the rules for all symbols of a file.
func Finish(f *lang.File, s *projectbase.Symbol) {
	if s.Container < 0 && s.Owner == "" {
		s.Flags |= f.Named[s.Name]
	}
	if f.Test && s.Kind.IsCallable() {
		s.Flags |= projectbase.FlagTest
	}
	if strings.Contains(s.Doc, "@deprecated") {
		s.Flags |= projectbase.FlagDeprecated
	}
	if s.Container >= 0 {
		memberOf(&f.Symbols[s.Container], s)
	}
	if s.Visibility == projectbase.VisibilityNone && s.Flags.Has(projectbase.FlagExported) {
		s.Visibility = projectbase.VisibilityPublic
	}
}

// memberOf sets the default visibility of members to public, and exports
// members of exported types. All members of an ambient module are exported.
func memberOf(container, s *projectbase.Symbol) {
	object := container.Word == "object"
	if container.Kind.IsType() && s.Visibility == projectbase.VisibilityNone && !object {
		s.Visibility = projectbase.VisibilityPublic
	}
	open := container.Kind.IsType() && container.Flags.Has(projectbase.FlagExported) &&
		(s.Visibility == projectbase.VisibilityPublic || object)
	if open || container.Kind == projectbase.KindNamespace && container.Word == "module" {
		s.Flags |= projectbase.FlagExported
	}
}
