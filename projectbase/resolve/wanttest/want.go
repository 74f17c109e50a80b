package wanttest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"codegraph/projectbase/resolve/expr"
)

// A want is one expectation about a line.
type want struct {
	declares bool
	kind     string
	name     string   // of the reference or symbol; "" means no reference of the kind
	result   string   // tier, or "unresolved"
	targets  []string // sorted
}

// comment matches an expectation: the text before the comment, and the text of the expectation.
var comment = regexp.MustCompile(`^(.*?)(?://|#|--|/\*|\(\*|;|%)\s*want:\s*(.*?)\s*(?:\*/|\*\))?$`)

// wantsOf returns the expectations in a file, by line.
func wantsOf(text string) (map[uint32][]want, error) {
	wants := map[uint32][]want{}
	last := uint32(0) // line of the last code
	for i, line := range strings.Split(text, "\n") {
		m := comment.FindStringSubmatch(line)
		if m == nil || strings.TrimSpace(m[1]) != "" {
			last = uint32(i + 1)
		}
		if m == nil {
			continue
		}
		for _, part := range strings.Split(m[2], ";") {
			w, err := parseWant(part)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			wants[last] = append(wants[last], w)
		}
	}
	return wants, nil
}

// parseWant parses one expectation.
func parseWant(text string) (want, error) {
	head, targets, bound := strings.Cut(text, "->")
	words := strings.Fields(head)
	switch {
	case len(words) == 3 && words[0] == "declares" && !bound:
		return want{declares: true, kind: words[1], name: words[2]}, nil
	case len(words) == 2 && words[0] == "nothing" && !bound:
		return want{kind: words[1]}, nil
	case len(words) == 3 && bound == (words[2] != unresolved):
		w := want{kind: words[0], name: words[1], result: words[2]}
		if bound {
			for _, t := range expr.SplitList(targets) {
				w.targets = append(w.targets, strings.TrimSpace(t))
			}
			slices.Sort(w.targets)
		}
		return w, nil
	}
	return want{}, fmt.Errorf("cannot parse the expectation %q", strings.TrimSpace(text))
}

const unresolved = "unresolved"

func (w want) String() string {
	switch {
	case w.declares:
		return "declares " + w.kind + " " + w.name
	case w.name == "":
		return "nothing " + w.kind
	}
	s := w.kind + " " + w.name + " " + w.result
	if len(w.targets) > 0 {
		s += " -> " + strings.Join(w.targets, ", ")
	}
	return s
}

// meets reports whether a fact, described as a want with full names, is expected by w.
func (w want) meets(fact want) bool {
	if w.declares != fact.declares || w.kind != fact.kind || w.result != fact.result || len(w.targets) != len(fact.targets) {
		return false
	}
	if w.declares {
		return named(fact.name, w.name)
	}
	left := slices.Clone(fact.targets)
	for _, t := range w.targets {
		i := slices.IndexFunc(left, func(full string) bool { return w.result == "external" && full == t || named(full, t) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return w.name == fact.name
}

// named reports whether a full name "file:A.b.c" may be written as a short one.
func named(full, short string) bool {
	fullFile, full, _ := strings.Cut(full, ":")
	if !strings.Contains(short, "(") {
		full, _, _ = strings.Cut(full, "(")
	}
	if file, name, ok := strings.Cut(short, ":"); ok {
		if file != fullFile {
			return false
		}
		short = name
	}
	return full == short || strings.HasSuffix(full, "."+short)
}
