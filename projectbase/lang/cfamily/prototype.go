package cfamily

import "slices"

// prototypes masks two constructs that are recognised before all others.
type prototypes struct{ *code }

// unwrap unwraps parameters that a macro hides from compilers older than the
// standard of C: int run P((int a)), where P is any name.
func (p *prototypes) unwrap() {
	var open []int
	found, inner := false, -1 // inner is where the group began that the last token closed
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

// hides reports whether a group that holds nothing but another one has
// parameters in it, being after a macro's name that stands after what is declared.
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

// parameterList reports whether what is between two tokens reads as parameters
// with their types do, and not as the names of attributes.
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
