package cfamily

import "slices"

// prototypes masks two constructs before all others.
type prototypes struct{ *code }

// unwrap handles parameters that a macro hides from compilers before ANSI C:
// int run P((int a)), with any name for P.
func (p *prototypes) unwrap() {
	var open []int
	found, inner := false, -1 // inner is the start of the group that the last token closed
	for k := range p.live {
		began := -1
		switch p.kindAt(k) {
		case '(':
			open = append(open, k)
		case ')':
			if n := len(open); n > 0 {
				began, open = open[n-1], open[:n-1]
			}
			if began >= 0 && inner == began+1 && p.hides(began, k) {
				p.hide(began-1, began+1)
				p.hide(k, k+1)
				found = true
			}
		}
		inner = began
	}
	if found {
		p.live = slices.DeleteFunc(p.live, func(i int32) bool { return p.tokens[i].hidden })
	}
}

// hides reports whether a group that contains only another group has
// parameters in it: a macro's name stands before it, and a declared name
// before that.
func (p *prototypes) hides(open, closing int) bool {
	macro := open - 1
	if class := p.wordAt(macro); class != partName && class != partMacro {
		return false
	}
	pointer := false // int (*run) P((int a))
	switch p.kindAt(macro - 1) {
	case tokenWord:
		if class := p.wordAt(macro - 1); class != partName && class != partMacro {
			return false
		}
	case ')':
		before := p.kindAt(macro - 2)
		if pointer = before == '*' || before == ']' || before == tokenWord && p.kindAt(macro-3) == '*'; !pointer {
			return false
		}
	default:
		return false
	}
	switch p.kindAt(closing + 1) {
	case ';', ',', tokenWord:
	case ')':
		if !pointer {
			return false
		}
	default:
		return false
	}
	return p.parameterList(open+2, closing-1)
}

// parameterList reports whether the text between two positions is a list of
// parameters with types, rather than names of attributes.
func (p *prototypes) parameterList(from, end int) bool {
	switch p.wordAt(from) {
	case partType:
		return true
	case partStorage:
		return from+1 < end
	case partName, partMacro:
		next := p.kindAt(from + 1)
		return from+1 < end && (next == tokenWord || next == '*')
	}
	return from == end
}
