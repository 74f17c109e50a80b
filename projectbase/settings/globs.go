package settings

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"

	"codegraph/projectbase"
)

// Globs is a compiled list of patterns over whole relative paths, in the
// language of doublestar: * ? [a-z] {a,b} within one element, ** over any
// number of elements. A pattern whose last element is a plain name also
// matches everything below that name: "src" and "**/generated" mean the
// directories with all they hold. A slash at the end says so for any pattern.
//
// The zero value matches nothing. A Globs is safe for concurrent use.
type Globs struct {
	plain map[string]struct{} // patterns without a special character
	wild  []wildGlob
}

// wildGlob is a pattern with special characters.
type wildGlob struct {
	pattern string // without the slash at the end
	tree    string // matches a directory of which all is matched; "" if there is none
	base    string // leading elements without special characters; "" if there are none
}

const (
	maxGlobLength     = 4096
	maxGlobExpansions = 1024
	special           = `*?[]{}\`
)

// Compile returns the matcher of patterns. Its errors wrap
// projectbase.ErrUsage and quote the pattern.
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
		return fmt.Errorf("holds bytes that no indexed path has")
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

// splitLast cuts p before its last element, unless braces or brackets may
// reach over the slash; then all of p is the last element.
func splitLast(p string) (dir, last string) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 || strings.ContainsAny(p[i:], "}]") {
		return "", p
	}
	return p[:i], p[i+1:]
}

// unescape returns the only path that p matches, if there is only one.
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

// expansions returns an upper bound of how many patterns without braces p
// stands for; matching costs that many steps.
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

// MatchTree reports whether a pattern matches everything at and below p, so
// that a walk need not enter it. False may be too careful, true never lies.
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

// MayMatchBelow reports whether a pattern can match something below the
// directory dir, so that a walk has to enter it. True may be too careful.
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

// below reports whether p lies below dir.
func below(p, dir string) bool {
	return len(p) > len(dir) && p[len(dir)] == '/' && p[:len(dir)] == dir
}
