package federation

import (
	"fmt"
	"strconv"
	"strings"

	"codegraph/projectbase"
)

// Scope selects the projects of a question. The zero Scope is the asker's project
// alone.
type Scope struct {
	Kind  ScopeKind
	Depth int      // of dependencies and dependents: links followed; 0 is no limit
	Names []string // one for ScopeTag and ScopeGlob, any number for ScopeNames
}

// ScopeKind is how a scope chooses projects.
type ScopeKind uint8

// Kinds of scopes.
const (
	ScopeSelf ScopeKind = iota
	ScopeDependencies
	ScopeDependents
	ScopeTag
	ScopeGlob // of names
	ScopeAll
	ScopeNames // names, ids or paths
)

// ScopeSyntax describes the syntax of ParseScope for messages and help.
const ScopeSyntax = "self, dependencies[:N], dependents[:N], tag:X, glob:X, all, or project names separated by commas"

// ParseScope parses a scope; "" is the asker's project. Its errors wrap
// projectbase.ErrUsage.
func ParseScope(text string) (Scope, error) {
	kind, rest, has := strings.Cut(text, ":")
	switch {
	case text == "" || text == "self":
		return Scope{}, nil
	case text == "all":
		return Scope{Kind: ScopeAll}, nil
	case kind == "dependencies" || kind == "dependents":
		s := Scope{Kind: ScopeDependencies}
		if kind == "dependents" {
			s.Kind = ScopeDependents
		}
		if has {
			n, err := strconv.Atoi(rest)
			if err != nil || n < 1 {
				return Scope{}, fmt.Errorf("%w: %q is no depth of links; an example is %s:2", projectbase.ErrUsage, rest, kind)
			}
			s.Depth = n
		}
		return s, nil
	case has && (kind == "tag" || kind == "glob"):
		if rest == "" {
			return Scope{}, fmt.Errorf("%w: the scope %q names nothing; a scope is %s", projectbase.ErrUsage, text, ScopeSyntax)
		}
		s := Scope{Kind: ScopeTag, Names: []string{rest}}
		if kind == "glob" {
			s.Kind = ScopeGlob
		}
		return s, nil
	}
	s := Scope{Kind: ScopeNames}
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return Scope{}, fmt.Errorf("%w: the scope %q has an empty name; a scope is %s", projectbase.ErrUsage, text, ScopeSyntax)
		}
		s.Names = append(s.Names, name)
	}
	return s, nil
}

// Alone reports whether the scope is only the asker's project, which needs no
// catalog.
func (s Scope) Alone() bool { return s.Kind == ScopeSelf }
