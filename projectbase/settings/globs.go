package settings

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"codegraph/projectbase"
)

// Globs is a compiled list of patterns for whole relative paths, with the
// syntax of package doublestar: * ? [a-z] {a,b} match inside one element, **
// matches any number of elements. A pattern whose last element is a plain
// name also matches everything below that name: "src" and "**/generated"
// match directories with their content. A slash at the end of any pattern has
// the same effect.
//
// The zero value matches nothing. A Globs is safe for concurrent use.
type Globs struct {
	plain map[string]struct{} // patterns without a special character
	wild  []wildGlob
}

// wildGlob is a pattern with special characters.
type wildGlob struct {
	pattern string // without the slash at the end
	tree    string // matches a directory whose whole content matches; "" for none
	base    string // leading elements without special characters; "" for none
}

const (
	maxGlobLength     = 4096
	maxGlobExpansions = 1024
	special           = `*?[]{}\`
)

// Compile compiles patterns. Its errors wrap projectbase.ErrUsage and quote
// the pattern.
func Compile(patterns []string) (Globs, error) {
	if len(patterns) > maxPatterns {
		return Globs{}, fmt.Errorf("%d globs are more than %d: %w", len(patterns), maxPatterns, projectbase.ErrUsage)
	}
	g := Globs{plain: map[string]struct{}{}}
	for _, p := range patterns {
		if err := g.add(p); err != nil {
			return Globs{}, fmt.Errorf("glob %q: %w: %w", p, err, projectbase.ErrUsage)
		}
	}
	return g, nil
}

func (g *Globs) add(given string) error {
	if len(given) > maxGlobLength {
		return fmt.Errorf("longer than %d bytes", maxGlobLength)
	}
	if !utf8.ValidString(given) || strings.ContainsAny(given, "\x00\n\r") {
		return fmt.Errorf("has characters that no indexed path has")
	}
	p := strings.TrimPrefix(given, "./")
	all := strings.HasSuffix(p, "/") && !strings.HasSuffix(p, `\/`)
	p = strings.TrimSuffix(p, "/")
	if err := checkForm(p); err != nil {
		return err
	}
	if !strings.ContainsAny(p, special) {
		g.plain[p] = struct{}{}
		return nil
	}
	if !doublestar.ValidatePattern(p) {
		return doublestar.ErrBadPattern
	}
	if n := expansions(p); n > maxGlobExpansions {
		return fmt.Errorf("more than %d alternatives", maxGlobExpansions)
	}
	if plain, ok := unescape(p); ok {
		g.plain[plain] = struct{}{}
		return nil
	}
	g.wild = append(g.wild, newWild(p, all))
	return nil
}

// checkForm returns an error for a pattern that cannot match a relative path.
func checkForm(p string) error {
	switch {
	case p == "":
		return fmt.Errorf("is empty")
	case p == ".":
		return fmt.Errorf("write ** for everything")
	case strings.HasPrefix(p, "/"):
		return fmt.Errorf("must be relative to the project's root, without a slash at the start")
	}
	for e := range strings.SplitSeq(p, "/") {
		if e == "" || e == "." || e == ".." {
			return fmt.Errorf("has an element %q", e)
		}
	}
	return nil
}

func newWild(p string, all bool) wildGlob {
	w := wildGlob{pattern: p}
	_, last := splitLast(p)
	switch {
	case all, !strings.ContainsAny(last, special):
		w.tree = p
	case last == "**":
		w.tree = strings.TrimSuffix(p, "/**")
		if p == "**" {
			w.tree = "**"
		}
	}
	for e := range strings.SplitSeq(p, "/") {
		if strings.ContainsAny(e, special) {
			break
		}
		w.base = path.Join(w.base, e)
	}
	return w
}

// splitLast cuts p before its last element. If braces or brackets may contain
// the slash, all of p is the last element.
func splitLast(p string) (dir, last string) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 || strings.ContainsAny(p[i:], "}]") {
		return "", p
	}
	return p[:i], p[i+1:]
}

// unescape returns the path that p matches, if it matches exactly one.
func unescape(p string) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == '\\' && i+1 < len(p):
			i++
		case strings.IndexByte(special, p[i]) >= 0:
			return "", false
		}
		b.WriteByte(p[i])
	}
	return b.String(), true
}

// expansions returns an upper bound for the number of patterns without braces
// that p expands to. Matching costs as many steps.
func expansions(p string) int {
	total := 1
	var counts []int
	for i := 0; i < len(p) && total <= maxGlobExpansions; i++ {
		switch {
		case p[i] == '\\':
			i++
		case p[i] == '{':
			counts = append(counts, 1)
		case p[i] == ',' && len(counts) > 0:
			counts[len(counts)-1]++
		case p[i] == '}' && len(counts) > 0:
			total *= counts[len(counts)-1]
			counts = counts[:len(counts)-1]
		}
	}
	return total
}

// Literal returns the glob that matches exactly p and, if p is a directory,
// everything below it, for any characters in p.
func Literal(p string) string {
	if !strings.ContainsAny(p, special) {
		return p
	}
	var b strings.Builder
	for i := range len(p) {
		if strings.IndexByte(special, p[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(p[i])
	}
	return b.String()
}

// Empty reports whether there is no pattern.
func (g Globs) Empty() bool { return len(g.plain) == 0 && len(g.wild) == 0 }

// Match reports whether a pattern matches the file p.
func (g Globs) Match(p string) bool {
	for i := range g.wild {
		if doublestar.MatchUnvalidated(g.wild[i].pattern, p) {
			return true
		}
	}
	return g.MatchTree(p)
}

// MatchTree reports whether a pattern matches p and everything below it, so
// that a walk need not enter p. It may return false although everything
// matches, but never true by mistake.
func (g Globs) MatchTree(p string) bool {
	if g.Empty() {
		return false
	}
	for end := len(p); end > 0; end = strings.LastIndexByte(p[:end], '/') {
		if _, ok := g.plain[p[:end]]; ok {
			return true
		}
		for i := range g.wild {
			if t := g.wild[i].tree; t != "" && doublestar.MatchUnvalidated(t, p[:end]) {
				return true
			}
		}
	}
	return false
}

// MayMatchBelow reports whether a pattern can match a path below the
// directory dir, so that a walk must enter dir. It may return true although
// nothing matches.
func (g Globs) MayMatchBelow(dir string) bool {
	if g.Empty() {
		return false
	}
	if dir == "." || g.MatchTree(dir) {
		return true
	}
	for p := range g.plain {
		if below(p, dir) {
			return true
		}
	}
	for i := range g.wild {
		b := g.wild[i].base
		if b == "" || b == dir || below(b, dir) || below(dir, b) {
			return true
		}
	}
	return false
}

// below reports whether p is below dir.
func below(p, dir string) bool {
	return len(p) > len(dir) && p[len(dir)] == '/' && p[:len(dir)] == dir
}
