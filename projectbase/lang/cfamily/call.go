package cfamily

import "bytes"

// statement adds the semicolon after a macro call that is a whole statement:
// alone on its line, or before a block. It returns the position of its last
// token, or -1.
func (p *walk) statement(k int) int {
	if p.kindAt(k) == tokenWord && isMacro(p.text(int(p.live[k]))) && p.standsAlone(k) {
		p.insert(p.tokens[p.live[k]].end, ";")
		return k
	}
	if p.wordAt(k) == partMacro && p.wordAt(k+1) == partType {
		p.hide(k, k+1) // CONST char *text;
		return -1
	}
	if p.kindAt(k) != tokenWord || p.kindAt(k+1) != '(' || keyword(p.text(int(p.live[k]))) {
		return -1
	}
	end := p.group(k + 1)
	if end < 0 || end+1 >= len(p.live) {
		return -1
	}
	switch next := p.kindAt(end + 1); {
	case next == '{':
	case (next == tokenWord || next == tokenDirective || next == '}') && p.lineBetween(end, end+1):
		if next == tokenWord && (p.is(int(p.live[end+1]), "and") || p.is(int(p.live[end+1]), "or")) {
			return -1
		}
	default:
		return -1
	}
	p.insert(p.tokens[p.live[end]].end, ";")
	return end
}

// standsAlone reports whether a macro is a whole statement: before a block, as
// in TRY { ... }, or before a declaration on the next line.
func (p *walk) standsAlone(k int) bool {
	switch p.kindAt(k + 1) {
	case '{':
		return true
	case tokenWord:
		class := classify(p.text(int(p.live[k+1])))
		return (class == partType || class == partStorage) && p.lineBetween(k, k+1)
	}
	return false
}

// parameterMacros hides macros among parameters: after a name ("ctx UNUSED"),
// and before a type ("_In_ int n").
func (p *walk) parameterMacros(open, closing int) {
	for k := open + 1; k < closing; k++ {
		if p.kindAt(k) == tokenWord && noise(p.text(int(p.live[k]))) {
			p.hide(k, k+1)
			continue
		}
		if p.kindAt(k) != tokenWord || !isMacro(p.text(int(p.live[k]))) {
			if !p.cpp && p.annotation(k) {
				p.hide(k, k+1)
			}
			continue
		}
		end := k
		if p.kindAt(k+1) == '(' {
			if end = p.group(k + 1); end < 0 {
				return
			}
		}
		before, next := p.kindAt(k-1), p.kindAt(end+1)
		switch {
		case next == ',' || next == ')' || next == '=':
			if before == tokenWord && k-2 >= open && p.wordAt(k-1) == partName &&
				(p.kindAt(k-2) == tokenWord || p.kindAt(k-2) == '*' || p.kindAt(k-2) == '&' || p.kindAt(k-2) == '>') || before == ']' {
				p.hide(k, end+1)
			}
		case next == tokenWord && (before == '(' || before == ',' || before == tokenWord && p.wordAt(k-1) == partStorage):
			class, then := p.wordAt(end+1), p.kindAt(end+2)
			if class == partType || class == partStorage || class == partName && (then == tokenWord && p.wordAt(end+2) != partMacro || then == '*' || then == '&' || then == '<' || then == ':') && end == k && then != ',' {
				if class != partStorage || p.wordAt(end+2) != 0 && p.wordAt(end+2) != partMacro {
					p.hide(k, end+1)
				}
			}
		}
		k = end
	}
}

// annotation reports whether a word before a parameter is not its type:
// __unused int n.
func (p *walk) annotation(k int) bool {
	if before := p.kindAt(k - 1); before != '(' && before != ',' || p.wordAt(k) != partName || p.kindAt(k+1) != tokenWord {
		return false
	}
	switch p.wordAt(k + 1) {
	case partType:
		return true
	case partStorage:
		return p.is(int(p.live[k+1]), "const") && (p.kindAt(k+2) == tokenWord && p.kindAt(k+3) != ',' && p.kindAt(k+3) != ')')
	case partName:
		return p.wordAt(k+2) == partName || p.kindAt(k+2) == '*'
	}
	return false
}

// numbered returns the position of the parenthesis that closes the one at
// open, if the arguments are numbers and a function's name follows. The word
// before them is then an attribute: printf_like(1, 2) log(char *text, ...).
// Otherwise it returns -1.
func (p *declarations) numbered(open int) int {
	closing := p.group(open)
	if closing < open+2 || p.wordAt(closing+1) != partName || p.kindAt(closing+2) != '(' {
		return -1
	}
	for k := open + 1; k < closing; k++ {
		if kind := p.kindAt(k); kind != tokenNumber && kind != ',' {
			return -1
		}
	}
	return closing
}

// unnamed masks pointer and reference signs before the default of a nameless
// parameter, which the grammar rejects: f(enable_if_t<x>* = nullptr).
func (p *walk) unnamed(from, to int) {
	for k := from + 1; k < to; k++ {
		if p.kindAt(k) != '=' || p.tokens[p.live[k-1]].end == p.tokens[p.live[k]].start {
			continue
		}
		for j := k - 1; j > from && (p.kindAt(j) == '*' || p.kindAt(j) == '&'); j-- {
			p.mask(j, j+1)
		}
	}
}

// maxOldStyle bounds the tokens of the parameter declarations of one function.
const maxOldStyle = 400

// oldStyle handles K&R functions, whose parameters are declared between the
// parameter names and the body. It adds a missing return type, and masks the
// second star in "char *a, *b;", which the grammar rejects.
func (p *declarations) oldStyle(parts []part, end int) {
	open := end
	for p.kindAt(open) == '*' {
		open++
	}
	if open > end {
		open++ // the name
	}
	closing := p.group(open)
	if closing < 0 || closing == open+1 || p.kindAt(closing+1) != tokenWord {
		return
	}
	for k := open + 1; k < closing; k++ {
		if kind := p.kindAt(k); kind != ',' && p.wordAt(k) != partName {
			return
		}
	}
	body := closing + 1
	for p.kindAt(body) != '{' {
		switch p.kindAt(body) {
		case tokenWord, tokenNumber, '*', ',', ';', '[', ']', '(', ')':
		default:
			return
		}
		if body++; body >= len(p.live) || body > closing+maxOldStyle {
			return
		}
	}
	if p.kindAt(body-1) != ';' {
		return
	}
	if len(parts) == 1 && open == end {
		p.insert(p.tokens[p.live[parts[0].from]].start, "int ")
	}
	if open > end {
		p.mask(closing+1, body) // the grammar reads none of them after a pointer
		return
	}
	for k := closing + 1; k < body; k++ {
		if p.kindAt(k) == '*' && (p.kindAt(k-1) == ',' || p.kindAt(k-1) == '*' && p.kindAt(k-2) == ',') {
			p.mask(k, k+1)
		}
	}
}

// arguments turns types among the arguments of a macro call into expressions:
// va_arg(list, struct node *).
func (p *walk) arguments(open, closing int) {
	from := open + 1
	for k := from; k <= closing; k++ {
		switch p.kindAt(k) {
		case '(':
			if k = p.group(k); k < 0 || k > closing {
				return
			}
			continue
		case ',', ')':
			if k == closing || p.kindAt(k) == ',' {
				if k == closing && from > open+1 && p.comparison(from, k) {
					p.mask(from-1, k)
					return
				}
				p.argument(from, k)
				from = k + 1
			}
		case '{', '}', ';':
			return
		}
	}
}

// comparison reports whether an argument is only an operator: later(a, b, >=).
func (p *walk) comparison(from, to int) bool {
	for k := from; k < to; k++ {
		switch p.kindAt(k) {
		case '<', '>', '=', '!':
		default:
			return false
		}
	}
	return from < to
}

// argument turns the type between two positions into an expression.
func (p *walk) argument(from, to int) {
	typed, name := false, -1
	stars := to
	for stars > from && p.kindAt(stars-1) == '*' {
		stars--
	}
	for k := from; k < stars; k++ {
		switch p.wordAt(k) {
		case partType:
			typed = true
		case partStorage:
			if word := p.text(int(p.live[k])); string(word) != "const" && string(word) != "volatile" {
				return
			}
		case partName, partMacro:
			if name >= 0 {
				return
			}
			name = k
		default:
			return
		}
	}
	if from == to || !typed && stars == to || stars == from {
		return
	}
	for k := from; k < to; k++ {
		t := &p.tokens[p.live[k]]
		if k == name || t.hidden {
			continue
		}
		text := blanks(p.src[t.start:t.end])
		if name < 0 && k == from {
			text = "0" + text[1:]
		}
		p.replace(t.start, t.end, text)
	}
}

// member keeps only the first name of the path in offsetof(type, a.b[1]),
// because the grammar reads no more. open is the position of its parenthesis.
func (p *walk) member(open int) {
	closing, comma := p.group(open), -1
	for k := open + 1; k < closing; k++ {
		if p.kindAt(k) == ',' {
			comma = k
		}
	}
	if comma > 0 && p.kindAt(comma+1) == tokenWord {
		p.mask(comma+2, closing)
	}
}

// joined masks a macro after another one in an expression, such as strings in
// pieces.
func (p *walk) joined(k int) {
	if p.wordAt(k-1) != partMacro || p.tokens[p.live[k-1]].hidden {
		return
	}
	first := k - 1
	for p.wordAt(first-1) == partMacro {
		first--
	}
	if before, next := p.kindAt(first-1), p.kindAt(k+1); (before == '=' || before == ',' || before == '(' || before == ')') &&
		(next == ';' || next == ',' || next == ')' || next == '}' || next == tokenString || p.wordAt(k+1) == partMacro) {
		p.mask(k, k+1)
	}
}

// calls reports whether the parenthesis at k begins the arguments of a call
// rather than parameters: the name before it has no type before itself.
func (p *walk) calls(k int) bool {
	if p.kindAt(k-1) != tokenWord || p.wordAt(k-1) != partName && p.wordAt(k-1) != partMacro || bytes.Equal(p.text(int(p.live[k-1])), []byte("offsetof")) {
		return false
	}
	switch p.kindAt(k - 2) {
	case tokenWord:
		return p.is(int(p.live[k-2]), "return") || p.is(int(p.live[k-2]), "else")
	case '*', '&', '>', ':', ']':
		return p.kindAt(k-2) == '>' && p.kindAt(k-3) == '-'
	}
	return true
}

// voids masks expressions that the grammar rejects: void() in decltype(f(),
// void()), and a function type as a default, class F = void().
func (p *prototypes) voids() {
	for k := 1; k+3 < len(p.live); k++ {
		if p.kindAt(k) != tokenWord || p.kindAt(k+1) != '(' || p.kindAt(k+2) != ')' || !p.is(int(p.live[k]), "void") {
			continue
		}
		switch before, after := p.kindAt(k-1), p.kindAt(k+3); {
		case before == ',' && after == ')':
			p.mask(k-1, k+3)
		case before == '=' && (after == '>' || after == ','):
			p.mask(k+1, k+3)
		}
	}
}
