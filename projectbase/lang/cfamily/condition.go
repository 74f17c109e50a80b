package cfamily

import (
	"bytes"
	"slices"
)

// condition is an open #if with its branches.
type condition struct {
	first    int   // token of the #if
	marks    []int // tokens of #if, #elif, #else and #endif
	brackets []byte
	kept     []byte // brackets at the end of the chosen branch
	chosen   int    // branch to keep if only one can be kept; -1 for none
	dead     int    // branch that is never compiled, or -1
	broken   bool   // it splits a construct
}

// conditions finds the conditions of a file that its grammar cannot read.
type conditions struct{ *input }

// choose finds the conditions whose branches are whole statements or
// declarations; the grammar reads these. Of each other condition it keeps one
// branch.
func (p *conditions) choose() {
	var open []*condition
	var closed *condition
	var brackets []byte
	boundary, last := true, -1
	enum, deeper := false, 0
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.hidden {
			continue
		}
		if t.kind != tokenDirective {
			if closed != nil && p.is(i, "else") {
				p.flatten(closed)
			}
			closed = nil
			brackets, boundary, enum = p.bracket(i, last, brackets, open, boundary, enum)
			last = i
			continue
		}
		name, rest := directive(p.text(i))
		if len(open) >= maxConditions {
			before := deeper
			if deeper = nested(name, deeper); deeper > 0 || before > 0 {
				continue
			}
		}
		switch name {
		case "if", "ifdef", "ifndef":
			c := &condition{first: i, marks: []int{i}, brackets: slices.Clone(brackets), dead: -1}
			c.chosen, c.dead = p.branch(name, rest)
			c.broken = !boundary || !statementPlace(brackets) || p.labelled(last)
			open = append(open, c)
		case "elif", "else", "elifdef", "elifndef":
			if len(open) > 0 {
				c := open[len(open)-1]
				p.endBranch(c, brackets, boundary && !p.labelled(last), i)
				c.marks = append(c.marks, i)
				brackets, boundary = slices.Clone(c.brackets), true
			}
		case "endif":
			if n := len(open); n > 0 {
				c := open[n-1]
				open = open[:n-1]
				p.endBranch(c, brackets, boundary && !p.labelled(last), i)
				c.marks = append(c.marks, i)
				if brackets = c.kept; c.kept == nil {
					brackets = c.brackets
				}
				p.settle(c)
				closed = c
				if !c.broken {
					boundary = true
				}
			}
		default:
			if !statementPlace(brackets) && name != "include" {
				t.hidden = true
			}
		}
	}
}

// maxConditions and maxBrackets bound the nesting, because each condition
// keeps a copy of the brackets around it.
const (
	maxConditions = 100
	maxBrackets   = 400
)

// nested counts the conditions below the maximum depth.
func nested(name string, deeper int) int {
	switch name {
	case "if", "ifdef", "ifndef":
		return deeper + 1
	case "endif":
		return max(deeper-1, 0)
	}
	return deeper
}

// bracket updates the open brackets after one token, and reports whether a
// statement or declaration may begin after it.
func (p *conditions) bracket(i, last int, brackets []byte, open []*condition, boundary, enum bool) ([]byte, bool, bool) {
	kind := p.tokens[i].kind
	if len(brackets) >= maxBrackets && (kind == '(' || kind == '[' || kind == '{') {
		return brackets, false, enum
	}
	switch kind {
	case '(', '[':
		return append(brackets, kind), false, enum
	case '{':
		if n := len(brackets); n > 0 && (brackets[n-1] == '=' || brackets[n-1] == '(') && !p.lambda(last) || last >= 0 && bytes.IndexByte([]byte("=,(["), p.tokens[last].kind) >= 0 && p.tokens[last].kind > 31 {
			return append(brackets, '='), false, enum
		}
		if enum {
			return append(brackets, 'e'), true, false
		}
		return append(brackets, '{'), true, false
	case ')', ']', '}':
		if len(open) > 0 && len(brackets) <= len(open[len(open)-1].brackets) {
			open[len(open)-1].broken = true
		}
		initial := false
		if n := len(brackets); n > 0 {
			initial = brackets[n-1] == '='
			brackets = brackets[:n-1]
		}
		return brackets, kind == '}' && !initial, enum
	case ';':
		return brackets, true, false
	case ':':
		return brackets, true, enum
	case ',':
		return brackets, len(brackets) > 0 && brackets[len(brackets)-1] == 'e', enum
	case tokenWord:
		if p.is(i, "else") && boundary && len(open) > 0 && last < open[len(open)-1].marks[len(open[len(open)-1].marks)-1] {
			open[len(open)-1].broken = true
		}
		enum = enum || p.is(i, "enum")
	}
	return brackets, len(brackets) > 0 && brackets[len(brackets)-1] == 'e', enum
}

// lambda reports whether a brace after the token may begin a body, even in
// parentheses.
func (p *conditions) lambda(last int) bool {
	return last >= 0 && (p.tokens[last].kind == ')' || p.is(last, "mutable") || p.is(last, "noexcept"))
}

// statementPlace reports whether the innermost bracket contains statements,
// declarations or enumerators.
func statementPlace(brackets []byte) bool {
	n := len(brackets)
	return n == 0 || brackets[n-1] == '{' || brackets[n-1] == 'e'
}

// labelled reports whether a token ends a label. The grammar requires a
// statement after it.
func (p *conditions) labelled(last int) bool {
	if last < 2 || p.tokens[last].kind != ':' || p.tokens[last-1].kind != tokenWord {
		return false
	}
	switch string(p.text(last - 1)) {
	case "public", "private", "protected", "default", "slots", "Q_SLOTS", "signals", "Q_SIGNALS":
		return false
	}
	switch p.tokens[last-2].kind {
	case ';', '{', '}', tokenDirective:
		return true
	}
	return false
}

// branch returns the branch of a condition to keep if only one can be kept,
// and the branch that is never compiled.
func (p *conditions) branch(name string, rest []byte) (chosen, dead int) {
	switch {
	case name == "if" && string(rest) == "0":
		return 1, 0
	case name == "ifdef" && string(rest) == "__cplusplus", name == "if" && bytes.HasPrefix(bytes.ReplaceAll(rest, []byte(" "), nil), []byte("defined(__cplusplus)")):
		if !p.cpp {
			return 1, 0
		}
	case name == "ifndef" && string(rest) == "__cplusplus":
		if p.cpp {
			return 1, 0
		}
	}
	return 0, -1
}

// endBranch checks the branch that ends before token i.
func (p *conditions) endBranch(c *condition, brackets []byte, boundary bool, i int) {
	branch := len(c.marks) - 1
	if branch != c.dead && (len(brackets) != len(c.brackets) || !boundary && c.marks[branch]+1 < i && !p.macroLine(i-1)) {
		c.broken = true
	}
	if branch == c.chosen {
		c.kept = slices.Clone(brackets)
		if c.kept == nil {
			c.kept = []byte{}
		}
	}
}

// maxMacro bounds the arguments of a macro, in tokens.
const maxMacro = 100

// macroLine reports whether a token ends a macro call in the position of a
// statement or declaration.
func (p *conditions) macroLine(i int) bool {
	for depth, first := 0, i-maxMacro; i > max(0, first); i-- {
		switch p.tokens[i].kind {
		case ')':
			depth++
		case '(':
			depth--
		}
		if depth == 0 {
			break
		}
	}
	if i < 2 || p.tokens[i].kind != '(' || p.tokens[i-1].kind != tokenWord || !isMacro(p.text(i-1)) {
		return false
	}
	before := p.tokens[i-2].kind
	return before == ';' || before == '}' || before == tokenDirective
}

// settle hides the branches of a finished condition that the parser must not
// see.
func (p *conditions) settle(c *condition) {
	if c.broken {
		p.flatten(c)
	} else if c.dead >= 0 && c.dead+1 < len(c.marks) {
		p.hide(c.marks[c.dead]+1, c.marks[c.dead+1])
	}
}

// flatten keeps one branch of a condition.
func (p *conditions) flatten(c *condition) {
	for branch := 0; branch+1 < len(c.marks); branch++ {
		if branch == c.chosen {
			p.tokens[c.marks[branch]].hidden = true
			continue
		}
		p.hide(c.marks[branch], c.marks[branch+1])
	}
	p.tokens[c.marks[len(c.marks)-1]].hidden = true
}

// hide hides a range of tokens.
func (p *conditions) hide(from, to int) {
	for i := from; i < to; i++ {
		p.tokens[i].hidden = true
	}
}
