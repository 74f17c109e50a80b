package python

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// finish applies Python's rules of names: underscores make private, __all__
// exports, and prefixes mark tests.
func finish(f *lang.File, s *projectbase.Symbol) {
	var container *projectbase.Symbol
	if s.Container >= 0 {
		container = &f.Symbols[s.Container]
	}
	visible(f, s, container)
	switch {
	case container == nil:
		s.Flags |= f.Named[s.Name] & projectbase.FlagEntry
		if s.Kind == projectbase.KindFunction && strings.HasPrefix(s.Name, "test") && f.Test {
			s.Flags |= projectbase.FlagTest
		}
		if s.Kind == projectbase.KindClass && testClass(f, s) {
			s.Flags |= projectbase.FlagTest
		}
	case container.Kind.IsType():
		if s.Kind == projectbase.KindMethod && strings.HasPrefix(s.Name, "test") &&
			(container.Flags.Has(projectbase.FlagTest) || f.Test) {
			s.Flags |= projectbase.FlagTest
		}
	}
	if !s.Flags.Has(projectbase.FlagDeprecated) && deprecated(s.Doc) {
		s.Flags |= projectbase.FlagDeprecated
	}
}

// visible sets visibility and export flags. Locals of a callable have none.
func visible(f *lang.File, s, container *projectbase.Symbol) {
	if container != nil && !container.Kind.IsType() {
		return
	}
	dunder := strings.HasPrefix(s.Name, "__") && strings.HasSuffix(s.Name, "__") && len(s.Name) > 4
	switch {
	case dunder || !strings.HasPrefix(s.Name, "_"):
		s.Visibility = projectbase.VisibilityPublic
	case container == nil:
		s.Visibility = projectbase.VisibilityInternal
	case strings.HasPrefix(s.Name, "__"):
		s.Visibility = projectbase.VisibilityPrivate
	default:
		s.Visibility = projectbase.VisibilityProtected
	}
	exported := s.Visibility == projectbase.VisibilityPublic
	switch {
	case container != nil:
		exported = exported && container.Flags.Has(projectbase.FlagExported)
	case f.Named[exportList].Has(projectbase.FlagExported):
		exported = f.Named[s.Name].Has(projectbase.FlagExported) && s.Name != exportList
	default:
		exported = exported && !dunder
	}
	if exported {
		s.Flags |= projectbase.FlagExported
	}
}

// testClass reports whether a class contains tests: by its base, or by its
// name in a test file.
func testClass(f *lang.File, s *projectbase.Symbol) bool {
	_, bases, _ := strings.Cut(s.Signature, "(")
	return strings.Contains(bases, "TestCase") || f.Test && strings.HasPrefix(s.Name, "Test")
}

func deprecated(doc string) bool {
	for line := range strings.Lines(doc) {
		if strings.HasPrefix(line, ".. deprecated::") || strings.HasPrefix(line, "Deprecated:") || strings.HasPrefix(line, "DEPRECATED") ||
			strings.HasPrefix(line, "@deprecated") || strings.HasPrefix(line, ":deprecated:") {
			return true
		}
	}
	return false
}
