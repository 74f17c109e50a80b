package cfamily

import (
	"bytes"
)

// declarations masks macros in the beginnings of declarations.
type declarations struct{ *code }

// className hides macros around the name of a class or enumeration, whose
// keyword is at k. It returns the name if the members follow.
func (p *declarations) className(k int) []byte {
	var words []int // candidates for the name
	type span struct{ from, to int }
	var spans []span // each candidate with its arguments
	j := k + 1
scan:
	for j < len(p.live) && j < k+64 {
		switch kind := p.kindAt(j); {
		case kind == tokenWord:
			from := j
			switch word := string(p.text(int(p.live[j]))); word {
			case "class", "struct", "final":
				j++
				continue
			case "__attribute__", "alignas", "_Alignas", "__declspec":
				if j = p.group(j+1) + 1; j == 0 {
					return nil
				}
				continue
			}
			j++
			if p.kindAt(j) == '(' {
				if j = p.group(j) + 1; j == 0 {
					return nil
				}
			}
			words, spans = append(words, from), append(spans, span{from, j})
		case kind == ':' && p.kindAt(j+1) == ':':
			if p.kindAt(j+2) != tokenWord {
				return nil
			}
			if n := len(words); n > 0 {
				words[n-1] = j + 2
				spans[n-1].to = j + 3
			}
			j += 3
		case kind == '<':
			if j = p.angle(j) + 1; j == 0 {
				return nil
			}
		case kind == '[' && p.kindAt(j+1) == '[':
			for j < len(p.live) && p.kindAt(j) != ']' {
				j++
			}
			j += 2
		default:
			break scan
		}
	}
	if end := p.kindAt(j); len(words) == 0 || end != '{' && end != ':' {
		return nil
	}
	name := len(words) - 1
	if called := spans[name].to > words[name]+1; called && !isMacro(p.text(int(p.live[words[name]]))) {
		return nil // struct node f(void) {
	}
	for name > 0 && (isMacro(p.text(int(p.live[words[name]]))) || spans[name].to-spans[name].from > 1 && p.kindAt(spans[name].to-1) == ')') &&
		!isMacro(p.text(int(p.live[words[name-1]]))) {
		name--
	}
	for n, s := range spans {
		if n != name {
			p.hide(s.from, s.to)
		}
	}
	return p.text(int(p.live[words[name]]))
}

// namespaceName hides macros after the name of a namespace.
func (p *declarations) namespaceName(k int) {
	j := k + 1
	for j < len(p.live) && (p.kindAt(j) == tokenWord && !isMacro(p.text(int(p.live[j]))) || p.kindAt(j) == ':') {
		j++
	}
	if j == k+1 {
		if p.kindAt(j) != tokenWord || p.kindAt(j+1) != tokenWord {
			return
		}
		j++
	}
	from := j
	for p.kindAt(j) == tokenWord && isMacro(p.text(int(p.live[j]))) {
		j++
		if p.kindAt(j) == '(' {
			if j = p.group(j) + 1; j == 0 {
				return
			}
		}
	}
	if p.kindAt(j) == '{' {
		p.hide(from, j)
	}
}

// read hides macros in the declaration that begins at k. class is the name of
// the class around it. It returns the position of the declaration's end if
// that is known, else -1.
func (p *declarations) read(k int, class []byte) int {
	if len(class) > 0 && p.kindAt(k+1) == ':' && !p.scoped(k+1) && p.wordAt(k) == partMacro {
		p.hide(k, k+2) // a macro for "private:"
		return k + 1
	}
	if end := p.instantiation(k); end > 0 {
		p.hide(k, end+1)
		return end
	}
	if end, ok := p.alone(k, class); ok {
		return end
	}
	parts, end := p.parts(k, class)
	if len(parts) == 0 {
		return -1
	}
	if last := len(parts) - 1; last > 0 && p.kindAt(end) == '(' {
		if closing := p.numbered(end); closing > 0 {
			p.hide(parts[last].from, closing+1)
			parts[last] = part{from: closing + 1, to: closing + 2, word: p.text(int(p.live[closing+1])), class: partName}
			end = closing + 2
		}
	}
	for _, w := range parts[1:] {
		if string(w.word) == "friend" {
			p.mask(parts[0].from, w.from) // the grammar accepts only "friend inline"
		}
	}
	name := len(parts) // index of the declared part
	switch p.kindAt(end) {
	case '(', ';', '=', '[', ',', ')', ':':
		if !p.scoped(end) {
			name--
		}
	case '*', '&':
		p.afterPointer(end)
	case '{':
		if name--; name == 0 {
			return -1
		}
	}
	if p.kindAt(end) == '(' {
		p.typeless(parts, end, class)
	}
	if !p.cpp {
		p.oldStyle(parts, end)
	}
	if p.cpp && len(parts) == 1 && parts[0].class == partMacro && p.kindAt(end) == '(' {
		p.expression(end)
	}
	typed, names := false, 0
	for n, w := range parts {
		if n < name {
			typed = typed || w.class == partType
			if w.class == partName {
				names++
			}
		}
	}
	p.hideParts(parts, name, typed, names, p.construct(parts, name, end, class))
	return -1
}

// hideParts hides the macros among the parts before a name. If no other part
// is the type, one macro stays as the type.
func (p *declarations) hideParts(parts []part, name int, typed bool, names int, constructs bool) {
	kept := -1
	if !typed && names == 0 && !constructs {
		for n := range parts[:name] {
			if parts[n].class == partMacro && (kept < 0 || attributeLike(parts[kept].word)) {
				kept = n
			}
		}
	}
	for n, w := range parts[:name] {
		if w.class == partMacro && n != kept {
			p.hide(w.from, w.to)
		}
	}
	if p.cpp {
		return
	}
	// Lower-case macros: static int internal_function f(void).
	kept = -1
	for n, w := range parts[:name] {
		if w.class == partName && !typed && (kept < 0 || bytes.HasSuffix(w.word, []byte("_t")) && !bytes.HasSuffix(parts[kept].word, []byte("_t"))) {
			kept = n
		}
	}
	for n, w := range parts[:name] {
		if w.class == partName && n != kept {
			p.hide(w.from, w.to)
		}
	}
}

// construct reports whether a declaration needs no type: a constructor, a
// destructor, a conversion, or a template.
func (p *declarations) construct(parts []part, name, end int, class []byte) bool {
	switch {
	case p.kindAt(end) == '~':
		return true
	case p.kindAt(end) == tokenWord && p.is(int(p.live[end]), "template"):
		return true
	case p.kindAt(end) == tokenWord && p.is(int(p.live[end]), "operator"):
		return p.kindAt(end+1) == tokenWord && !p.is(int(p.live[end+1]), "new") && !p.is(int(p.live[end+1]), "delete")
	case name < len(parts) && len(class) > 0 && p.kindAt(end) == '(':
		return bytes.Equal(parts[name].word, class)
	case name < len(parts) && p.kindAt(end) == '(':
		return p.ownClass(parts[name])
	}
	return false
}

// ownClass reports whether a name equals the class that qualifies it: a::B::B,
// or B<T>::B.
func (p *declarations) ownClass(w part) bool {
	k := w.to - 4 // before the last word and "::"
	if k < w.from || !p.scoped(k+1) {
		return false
	}
	for depth := 0; k > w.from && (p.kindAt(k) == '>' || depth > 0); k-- {
		switch p.kindAt(k) {
		case '>':
			depth++
		case '<':
			depth--
		}
	}
	return bytes.Equal(p.text(int(p.live[k])), w.word)
}

// attributeLike reports whether a macro's name is that of an attribute rather
// than a type.
func attributeLike(word []byte) bool {
	for _, piece := range [][]byte{[]byte("API"), []byte("EXPORT"), []byte("IMPORT"), []byte("INLINE"), []byte("EXTERN"), []byte("STATIC"), []byte("PUBLIC"),
		[]byte("DEPRECATED"), []byte("ATTRIBUTE"), []byte("NODISCARD"), []byte("CONSTEXPR"), []byte("DLL"), []byte("DECL"), []byte("LOCAL"), []byte("HIDDEN"), []byte("UNUSED")} {
		if bytes.Contains(word, piece) {
			return true
		}
	}
	return false
}

// afterPointer hides macros between a pointer's star and the name.
func (p *declarations) afterPointer(k int) {
	for p.kindAt(k) == '*' || p.kindAt(k) == '&' {
		k++
	}
	for p.kindAt(k) == tokenWord {
		word, end := p.text(int(p.live[k])), k+1
		if p.kindAt(end) == '(' && isMacro(word) {
			end = p.group(end) + 1
		}
		if end == 0 || p.kindAt(end) != tokenWord {
			return
		}
		if isMacro(word) || bytes.HasPrefix(word, []byte("__")) || p.wordAt(k) == partName && !p.cpp && p.kindAt(end+1) == '(' {
			p.hide(k, end)
		} else if string(word) != "const" {
			return
		}
		k = end
	}
}

// alone hides a macro that is alone on its line, unless it may be the type of
// the next line.
func (p *declarations) alone(k int, class []byte) (end int, ok bool) {
	for p.wordAt(k) == partStorage && p.kindAt(k+1) == tokenWord && p.kindAt(k+2) == '(' && isMacro(p.text(int(p.live[k+1]))) {
		if end := p.group(k + 2); end < 0 || end+1 < len(p.live) && !p.lineBetween(end, end+1) || p.kindAt(end+1) == '{' {
			break
		}
		p.hide(k, k+1)
		k++
	}
	if p.kindAt(k) != tokenWord || !isMacro(p.text(int(p.live[k]))) {
		return -1, false
	}
	end = k
	if p.kindAt(k+1) == '(' {
		if end = p.group(k + 1); end < 0 {
			return -1, false
		}
	}
	if end+1 < len(p.live) && !p.lineBetween(end, end+1) {
		return -1, false
	}
	switch p.kindAt(end + 1) {
	case tokenWord:
		if end == k && p.kindAt(end+2) == '(' && !keyword(p.text(int(p.live[end+1]))) {
			return -1, false
		}
	case tokenDirective, '}', '~', '[':
	default:
		if end+1 < len(p.live) {
			return -1, false
		}
	}
	if end > k && len(class) == 0 && p.kindAt(end+1) != '}' {
		p.insert(p.tokens[p.live[end]].end, ";")
		if p.cpp {
			p.plainArguments(k+1, end)
		}
		return end, true
	}
	p.hide(k, end+1)
	return end, true
}

// expression turns a call that C++ reads as a declaration without a type into
// a plain call: FLAG(int, name, -1, "text");
func (p *declarations) expression(open int) {
	if closing := p.group(open); closing > 0 && p.kindAt(closing+1) == ';' {
		p.plainArguments(open, closing)
	}
}

// plainArguments keeps only the first name of arguments that are not plain
// names.
func (p *declarations) plainArguments(open, closing int) {
	name, plain := false, true
	for k := open + 1; k < closing; k++ {
		kind := p.kindAt(k)
		plain = plain && (kind == tokenWord && p.wordAt(k) != partType || kind == ',')
	}
	if plain {
		return
	}
	for k := open + 1; k < closing; k++ {
		if !name && p.wordAt(k) == partName {
			name = true
			continue
		}
		p.mask(k, k+1)
	}
}

// typeless turns a macro with a body into a function: TEST(Suite, Name) { ...
// }.
func (p *declarations) typeless(parts []part, open int, class []byte) {
	last := parts[len(parts)-1]
	for _, w := range parts[:len(parts)-1] {
		if w.class != partStorage && w.class != partMacro || w.class == partMacro && !w.called && !attributeLike(w.word) {
			return // it has a type
		}
	}
	if last.class != partMacro && last.class != partName || bytes.Equal(last.word, class) {
		return
	}
	closing := p.group(open)
	if closing < 0 || p.kindAt(closing+1) != '{' {
		return
	}
	plain := true
	for j := open + 1; j < closing; j++ {
		kind := p.kindAt(j)
		plain = plain && !(kind == tokenWord && p.wordAt(j) == partType && (p.kindAt(j+1) == ',' || p.kindAt(j+1) == ')')) && kind != tokenString && kind != tokenNumber && kind != '{' && kind != '.'
	}
	switch {
	case p.cpp && plain:
	case p.cpp:
		p.mask(open+1, closing)
	default:
		p.insert(p.tokens[p.live[last.from]].start, "int ")
		if !plain {
			p.mask(open+1, closing)
		}
	}
}

// insert adds text for the parser.
func (p *input) insert(at uint32, text string) { p.replace(at, at, text) }
