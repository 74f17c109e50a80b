package measure

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// ambient reports whether a declaration tells of what is elsewhere, or adds to
// it: files of declarations, and interfaces in "declare global".
func ambient(f *store.File, s *projectbase.Symbol) bool {
	if f.Language != "typescript" {
		return false
	}
	name := f.Path.Base()
	return strings.HasSuffix(name, ".d.ts") || strings.HasSuffix(name, ".d.mts") || strings.HasSuffix(name, ".d.cts") ||
		s.Kind == projectbase.KindInterface && s.Container == projectbase.NoSymbol && s.Span.Column > 1 && !s.Flags.Has(projectbase.FlagExported)
}

// conventional reports whether a tool reads a symbol by its name from files of a
// name: the settings of Sphinx, what Next.js calls of a route.
func conventional(p projectbase.Path, language string, s *projectbase.Symbol) bool {
	switch {
	case language == "python":
		return p.Base() == "conf.py" && s.Container == projectbase.NoSymbol
	case !sameFamily(language, "javascript") || !s.Flags.Has(projectbase.FlagExported):
		return false
	}
	switch stem, _, _ := strings.Cut(p.Base(), "."); stem {
	case "route", "page", "layout", "template", "loading", "error", "middleware", "sitemap", "robots", "icon", "opengraph-image":
		return slices.Contains(nextNames, s.Name)
	}
	return false
}

// nextNames are what Next.js looks for in the files of a route.
var nextNames = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "generateMetadata", "generateStaticParams", "generateViewport",
	"generateImageMetadata", "metadata", "viewport", "revalidate", "dynamic", "dynamicParams", "fetchCache", "runtime", "preferredRegion", "maxDuration",
	"config", "middleware", "size", "alt", "contentType"}
