package source

import (
	"bytes"
	"strings"
)

// ignoreList is the content of one ignore file, with the semantics of git's
// dir.c. It is immutable.
type ignoreList struct {
	base  string // directory of the file relative to the top, with a slash at its end; "" for the top
	rules []ignoreRule
	fold  bool // ignore case
}

// ignoreRule is one line of an ignore file.
type ignoreRule struct {
	pattern string // without "!", the leading slash and the trailing slash
	literal int    // length of the literal prefix
	line    int
	flags   ruleFlags
}

type ruleFlags uint8

const (
	ruleNegated  ruleFlags = 1 << iota // "!": matching paths are not ignored
	ruleDir                            // trailing slash: only directories
	ruleName                           // no other slash: matches the last element of a path, at any depth
	ruleEndsWith                       // a star and a literal rest
)

// maxIgnoreFile bounds the size of an ignore file. With Git's limit of 100 MiB,
// a hostile file takes minutes.
const maxIgnoreFile = 1 << 20

// parseIgnore parses the ignore file of the directory base.
func parseIgnore(data []byte, base string, fold bool) *ignoreList {
	l := &ignoreList{base: base, fold: fold}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for n := 1; len(data) > 0; n++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		// In Git the pattern is a C string, which ends at a NUL.
		text, _, _ := strings.Cut(string(line), "\x00")
		if r, ok := parseRule(trimBlanks(text)); ok {
			r.line = n
			l.rules = append(l.rules, r)
		}
	}
	return l
}

// trimBlanks cuts trailing spaces, except those after a backslash.
func trimBlanks(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
		case '\\':
			if i++; i == len(s) {
				return s
			}
			end = -1
		default:
			end = -1
		}
	}
	if end >= 0 {
		return s[:end]
	}
	return s
}

// parseRule reads one pattern; ok is false if it can match nothing.
func parseRule(s string) (r ignoreRule, ok bool) {
	if s, ok = strings.CutPrefix(s, "!"); ok {
		r.flags |= ruleNegated
	}
	if strings.HasPrefix(s, "*") && literalLength(s[1:]) == len(s)-1 {
		r.flags |= ruleEndsWith
	}
	if s, ok = strings.CutSuffix(s, "/"); ok {
		r.flags |= ruleDir
	}
	if s == "" {
		return r, false
	}
	if strings.IndexByte(s, '/') < 0 {
		r.flags |= ruleName
	}
	r.pattern = strings.TrimPrefix(s, "/")
	r.literal = literalLength(r.pattern)
	return r, true
}

// literalLength returns the number of bytes before the first special
// character.
func literalLength(s string) int {
	for i := range len(s) {
		if isSpecial(s[i]) {
			return i
		}
	}
	return len(s)
}

// last returns the last rule that matches path, or nil. path is relative to
// the top and lies below l.base. Its last element starts at name.
func (l *ignoreList) last(path string, name int, dir bool) *ignoreRule {
	for i := len(l.rules) - 1; i >= 0; i-- {
		r := &l.rules[i]
		if r.flags&ruleDir != 0 && !dir {
			continue
		}
		if r.flags&ruleName != 0 {
			if l.matchName(r, path[name:]) {
				return r
			}
		} else if l.matchPath(r, path[len(l.base):]) {
			return r
		}
	}
	return nil
}

func (l *ignoreList) matchName(r *ignoreRule, name string) bool {
	switch {
	case r.literal == len(r.pattern):
		return l.equal(r.pattern, name)
	case r.flags&ruleEndsWith != 0:
		n := len(r.pattern) - 1
		return n <= len(name) && l.equal(r.pattern[1:], name[len(name)-n:])
	}
	return wildmatch(r.pattern, name, false, l.fold)
}

func (l *ignoreList) matchPath(r *ignoreRule, path string) bool {
	if r.literal > len(path) || !l.equal(r.pattern[:r.literal], path[:r.literal]) {
		return false
	}
	if r.literal == len(r.pattern) {
		return len(path) == r.literal
	}
	// A special element is matched alone, as Git does: "a**/b" becomes "**/b".
	return wildmatch(r.pattern[r.literal:], path[r.literal:], true, l.fold)
}

// equal compares texts, with fold without regard to the case of ASCII
// letters.
func (l *ignoreList) equal(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	if !l.fold || a == b {
		return a == b
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

// ignoreChain has the ignore files that apply in a directory, the highest
// precedence first. A nil chain ignores nothing.
type ignoreChain struct {
	list *ignoreList
	next *ignoreChain
}

// with returns the chain with l in front, with the highest precedence.
func (c *ignoreChain) with(l *ignoreList) *ignoreChain {
	if l == nil || len(l.rules) == 0 {
		return c
	}
	return &ignoreChain{l, c}
}

// rule returns the rule that decides on path and its list, or nil and nil. The
// caller has checked the directories above path, because no rule can include a
// path below an ignored directory.
func (c *ignoreChain) rule(path string, dir bool) (*ignoreList, *ignoreRule) {
	name := strings.LastIndexByte(path, '/') + 1
	for ; c != nil; c = c.next {
		if r := c.list.last(path, name, dir); r != nil {
			return c.list, r
		}
	}
	return nil, nil
}

// ignores reports whether path is ignored.
func (c *ignoreChain) ignores(path string, dir bool) bool {
	_, r := c.rule(path, dir)
	return r != nil && r.flags&ruleNegated == 0
}
