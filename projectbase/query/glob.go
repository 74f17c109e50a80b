package query

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"codegraph/projectbase"
)

// maxPattern is the longest glob, in bytes.
const maxPattern = 1000

// Glob selects files by their paths.
type Glob struct {
	Pattern string
	Nested  []projectbase.Path // directories to skip
}

// NewGlob parses a pattern: "" matches all files; a leading ./ and a trailing /
// are dropped.
func NewGlob(pattern string) (Glob, error) {
	if len(pattern) > maxPattern {
		return Glob{}, UsageError("the file pattern has %d bytes; the limit is %d", len(pattern), maxPattern)
	}
	// Each ** and { multiplies the ways to match, and so the time.
	if strings.Count(pattern, "**") > 8 || strings.Count(pattern, "{") > 4 {
		return Glob{}, UsageError("the file pattern %q has too many ** or {", pattern)
	}
	if !doublestar.ValidatePattern(pattern) {
		return Glob{}, UsageError("%q is not a glob; an example is src/**/*.go", pattern)
	}
	p := strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/")
	if p == "." {
		p = ""
	}
	return Glob{Pattern: p}, nil
}

// All reports whether the glob matches every file.
func (g Glob) All() bool { return g.Pattern == "" && len(g.Nested) == 0 }

// Fits reports whether the pattern matches the whole path, or is the path or a
// directory above it.
func (g Glob) Fits(p projectbase.Path) bool {
	s := string(p)
	if Inside(p, g.Nested) {
		return false
	}
	if g.Pattern == "" || below(s, g.Pattern) {
		return true
	}
	return doublestar.MatchUnvalidated(g.Pattern, s)
}

// MayFit reports whether a path, or with dir a path below it, may match.
func (g Glob) MayFit(p projectbase.Path, dir bool) bool {
	if g.Fits(p) || !dir {
		return g.Fits(p)
	}
	fixed := g.Pattern
	if i := strings.IndexAny(fixed, `*?[{\`); i >= 0 {
		fixed = fixed[:i]
	}
	below := string(p) + "/"
	return strings.HasPrefix(fixed, below) || strings.HasPrefix(below, fixed)
}

// UsageError returns an error that wraps projectbase.ErrUsage.
func UsageError(format string, args ...any) error {
	return fmt.Errorf("%w: %s", projectbase.ErrUsage, fmt.Sprintf(format, args...))
}

// Inside reports whether p lies in one of the directories.
func Inside(p projectbase.Path, dirs []projectbase.Path) bool {
	return slices.ContainsFunc(dirs, func(dir projectbase.Path) bool { return below(string(p), string(dir)) })
}

// below reports whether p is dir or lies in it.
func below(p, dir string) bool {
	rest, ok := strings.CutPrefix(p, dir)
	return ok && (rest == "" || rest[0] == '/')
}
