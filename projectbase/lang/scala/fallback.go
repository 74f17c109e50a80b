package scala

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// Constructs that the grammar rejects; the first group of each is replaced.
var (
	// A line that begins with an operator continues the line before it.
	leadingOperator = regexp.MustCompile(`(?m)^[ \t]+([|&+:<>=*/^%!?~-]+|eq|ne|min|max)[ \t]`)
	dotMatch        = regexp.MustCompile(`(\.)match\b`)
	modifiedEnum    = regexp.MustCompile(`(?m)^[ \t]*((?:(?:private|protected)(?:\[\w+\])?|sealed|final)[ \t]+enum)[ \t]`)
	annotatedClause = regexp.MustCompile(`\([ \t]*(?:implicit|using)[ \t]+(@\w+)[ \t]`)
	foreign         = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\pL\pN_$]*[^\x00-\x7f\pZ\pP\pS\pC][\pL\pN_$]*)`) })
	commaBases      = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:class|trait|object|enum|case)[ \t]+\w[^\n{}=]*?[ \t]extends[ \t]+([^\n{}=]*,[^\n{}=]*)`)
	})
)

// fallbackEdits rewrites Scala 3 syntax that the grammar lacks.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	r := rewriting{source: t.Source, skips: quoted(t)}
	r.each(leadingOperator, r.raise)
	r.each(dotMatch, r.hide)
	r.each(modifiedEnum, r.enum)
	r.each(annotatedClause, r.hide)
	r.each(commaBases(), r.bases)
	r.each(foreign(), r.letters)
	slices.SortStableFunc(r.edits, func(a, b lang.Edit) int { return int(a.Start) - int(b.Start) })
	end := uint32(0)
	return slices.DeleteFunc(r.edits, func(e lang.Edit) bool {
		if e.Start < end {
			return true
		}
		end = e.End
		return false
	})
}

type rewriting struct {
	source []byte
	skips  [][2]uint32 // strings and comments, in order
	edits  []lang.Edit
}

// each calls fn for the first group of each match in code.
func (r *rewriting) each(pattern *regexp.Regexp, fn func(from, to uint32)) {
	for _, m := range pattern.FindAllSubmatchIndex(r.source, -1) {
		if from := uint32(m[2]); r.skipped(from) == from && !r.begins(from) {
			fn(from, uint32(m[3]))
		}
	}
}

// skipped returns the start of the string or comment around an offset, or the
// offset itself.
func (r *rewriting) skipped(at uint32) uint32 {
	i, found := slices.BinarySearchFunc(r.skips, at, func(s [2]uint32, at uint32) int { return int(s[0]) - int(at) })
	if found {
		return r.skips[i][0]
	}
	if i > 0 && at < r.skips[i-1][1] {
		return r.skips[i-1][0]
	}
	return at
}

func (r *rewriting) hide(from, to uint32) {
	r.edits = append(r.edits, lang.Edit{Start: from, End: to, Text: strings.Repeat(" ", int(to-from))})
}

// enum masks the modifiers of an enum.
func (r *rewriting) enum(from, to uint32) {
	r.edits = append(r.edits, lang.Edit{Start: from, End: to, Text: "enum"})
}

// letters replaces letters in a name that the grammar does not accept.
func (r *rewriting) letters(from, to uint32) {
	r.edits = append(r.edits, lang.Edit{Start: from, End: to, Text: strings.Repeat("_", int(to-from))})
}

// raise moves an operator to the end of the code before its line.
func (r *rewriting) raise(from, to uint32) {
	at := from
	for {
		at = uint32(len(bytes.TrimRight(r.source[:at], " \t\r\n")))
		if at == 0 {
			return
		}
		start := r.skipped(at - 1)
		if start == at-1 && !r.begins(start) || r.source[start] == '"' || r.source[start] == '\'' {
			break
		}
		if at = start; at == 0 {
			return
		}
	}
	r.edits = append(r.edits, lang.Edit{Start: at, End: at, Text: " " + string(r.source[from:to])})
	r.hide(from, to)
}

// begins reports whether a string or comment begins at an offset.
func (r *rewriting) begins(at uint32) bool {
	_, found := slices.BinarySearchFunc(r.skips, at, func(s [2]uint32, at uint32) int { return int(s[0]) - int(at) })
	return found
}

// bases joins the bases of a type with "with", as in Scala 2.
func (r *rewriting) bases(from, to uint32) {
	if derived := bytes.Index(r.source[from:to], []byte(" derives ")); derived >= 0 {
		to = from + uint32(derived)
	}
	depth := 0
	for at := from; at < to; at++ {
		switch r.source[at] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				r.edits = append(r.edits, lang.Edit{Start: at, End: at + 1, Text: " with"})
			}
		}
	}
}

// quoted returns the strings and comments of a tree, in order.
func quoted(t *syntax.Tree) [][2]uint32 {
	var ranges [][2]uint32
	for i := uint32(0); int(i) < len(t.Nodes); {
		n := &t.Nodes[i]
		switch t.Kind(i) {
		case "comment", "block_comment", "string", "interpolated_string", "character_literal":
			ranges = append(ranges, [2]uint32{n.Start, n.End})
			i = n.Next
			continue
		}
		i++
	}
	return ranges
}
