package ecmascript

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Qualified: true}

// Foreign is how JavaScript, TypeScript and the languages that embed them name
// symbols of other projects.
var Foreign = lang.Foreign{Family: "script", Ecosystem: "npm", Spaces: lang.PackageNames, Unresolved: lang.UnresolvedNone}

var usageRules = lang.Usage{
	Judged:      true,
	Members:     calledMember,
	Conventions: RouteExport,
	Nameless:    func(name string) bool { return strings.ContainsAny(name, "/'\"-. ") }, // a key of an object that is no identifier
	Dynamic:     true,
	Literals:    true,
}

// calledMember reports whether the language calls members of a name.
func calledMember(name string) bool {
	return name == "constructor" || name == "toString" || name == "toJSON" || name == "valueOf" || name == "then" || strings.HasPrefix(name, "[")
}

// RouteExport reports whether Next.js looks for an exported symbol in a file of
// a route.
func RouteExport(p projectbase.Path, s *projectbase.Symbol) bool {
	if !s.Flags.Has(projectbase.FlagExported) {
		return false
	}
	switch stem, _, _ := strings.Cut(p.Base(), "."); stem {
	case "route", "page", "layout", "template", "loading", "error", "middleware", "sitemap", "robots", "icon", "opengraph-image":
		return slices.Contains(routeNames, s.Name)
	}
	return false
}

// routeNames are the exported names that Next.js looks for in the files of a
// route.
var routeNames = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "generateMetadata", "generateStaticParams", "generateViewport",
	"generateImageMetadata", "metadata", "viewport", "revalidate", "dynamic", "dynamicParams", "fetchCache", "runtime", "preferredRegion", "maxDuration",
	"config", "middleware", "size", "alt", "contentType"}
