package cfamily

import (
	"bytes"
	"strings"
)

// Kinds of braces, by their content.
const (
	placeScope = 's' // declarations: a namespace, a class, extern "C"
	placeEnum  = 'e'
	placeBody  = 'b' // statements
	placeValue = 'i' // an initial value
)

// walk goes over the visible tokens of a file, and masks macros in the constructs
// that it recognises.
type walk struct {
	*code
	declarations *declarations
}

// head describes the current declaration so far.
type head struct {
	class, namespace, enum, linkage bool
	paren, value, members           bool   // parameters, an initial value, a member initializer list
	name                            []byte // of the class
}

// place is an open brace.
type place struct {
	kind  byte
	class []byte // name of the class, if it contains members
}

// run hides macros in positions where the grammar rejects them: before a type,
// before a class's name, after parameters, and alone on a line.
func (p *walk) run() {
	p.match()
	places := []place{{kind: placeScope}}
	var h head
	begin, closing := true, -1
	for k := 0; k < len(p.live); k++ {
		i := int(p.live[k])
		t := &p.tokens[i]
		if t.hidden {
			continue
		}
		top := places[len(places)-1]
		if begin && top.kind == placeScope && t.kind != tokenDirective {
			if closing = p.declarations.read(k, top.class); t.hidden {
				k = p.skipHidden(k) - 1
				continue
			}
		}
		if begin && top.kind == placeBody {
			closing = p.statement(k)
		}
		begin = false
		switch t.kind {
		case tokenDirective:
			begin = h.empty()
		case tokenWord:
			k, begin = p.headWord(k, &h, top.kind)
		case tokenString:
			h.linkage = h.linkage || k > 0 && p.is(int(p.live[k-1]), "extern")
		case '(':
			k = p.parameters(k, &h, top.kind)
		case '=':
			h.value = true
		case ';':
			h, begin = head{}, true
		case ':':
			begin = p.colon(k, &h)
		case '{':
			places = append(places, place{p.classify(k, &h, top.kind), h.name})
			h, begin = head{}, true
		case '}':
			if len(places) > 1 {
				places = places[:len(places)-1]
			}
			if !(top.kind == placeValue) {
				h, begin = head{}, true
			}
		}
		if closing >= 0 && k >= closing {
			h, begin, closing = head{}, true, -1
		}
	}
}

// empty reports whether the declaration has no part yet.
func (h head) empty() bool {
	return !h.class && !h.namespace && !h.enum && !h.linkage && !h.paren && !h.value && !h.members
}

// headWord updates the head with a word. It returns the position to continue
// after, and whether a declaration begins there.
func (p *walk) headWord(k int, h *head, place byte) (int, bool) {
	i := int(p.live[k])
	switch word := p.text(i); {
	case string(word) == "template" && p.kindAt(k+1) == '<':
		if end := p.angle(k + 1); end > 0 {
			p.unnamed(k+1, end)
			return end, true
		}
	case string(word) == "class", string(word) == "struct", string(word) == "union", string(word) == "enum":
		if string(word) == "enum" {
			h.enum = true
		}
		if !h.paren && !h.value {
			h.class = true
			if name := p.declarations.className(k); name != nil {
				h.name = name
			}
		}
	case string(word) == "namespace":
		h.namespace = true
		p.declarations.namespaceName(k)
	case string(word) == "operator":
		if place == placeBody || place == placeValue {
			p.operatorCall(k)
			return k, false
		}
		for k+1 < len(p.live) && p.kindAt(k+1) > 31 && p.kindAt(k+1) != '(' && p.kindAt(k+1) != ';' && p.kindAt(k+1) != '{' {
			k++
		}
		if p.kindAt(k+1) == '(' && p.kindAt(k+2) == ')' && p.kindAt(k+3) == '(' {
			k += 2
		}
	case string(word) == "typename" && place == placeBody:
		if before := p.kindAt(k - 1); before == '(' || before == '=' || k > 0 && p.is(int(p.live[k-1]), "return") {
			p.mask(k, k+1) // the grammar rejects it in expressions
		}
	case string(word) == "slots" || string(word) == "Q_SLOTS":
		if p.kindAt(k+1) == ':' {
			p.tokens[i].hidden = true
		}
	case noise(word) && p.kindAt(k+1) != '(':
		p.tokens[i].hidden = true
	case p.kindAt(k-1) == tokenString && k > 0 && (p.kindAt(k+1) == tokenString || p.kindAt(k+1) == ',' || p.kindAt(k+1) == ')') && isMacro(word) && p.cpp:
		p.tokens[i].hidden = true
	case (string(word) == "offsetof" || string(word) == "__builtin_offsetof") && p.kindAt(k+1) == '(':
		p.member(k + 1)
	case place != placeEnum && isMacro(word) && k > 0:
		if p.afterName(k); place == placeBody || place == placeValue {
			p.joined(k)
		}
	}
	return k, false
}

// noise reports whether a word only annotates a pointer, in any position.
func noise(word []byte) bool {
	switch string(word) {
	case "__restrict", "__restrict_arr", "_Nonnull", "_Nullable":
		return true
	}
	return bytes.HasSuffix(word, []byte("_nonnull")) || bytes.HasSuffix(word, []byte("_nullable")) || bytes.HasSuffix(word, []byte("_nullability_unknown"))
}

// operatorCall turns an operator that is called by name into a plain name,
// because the grammar reads operator names only in declarations.
func (p *walk) operatorCall(k int) {
	end := k + 1
	for p.kindAt(end) > 31 && p.kindAt(end) != '(' && p.kindAt(end) != ';' && end < k+4 {
		end++
	}
	if end == k+1 || p.kindAt(end) != '(' {
		return
	}
	from, to := p.tokens[p.live[k+1]].start, p.tokens[p.live[end-1]].end
	if from == p.tokens[p.live[k]].end {
		p.replace(from, to, strings.Repeat("_", int(to-from)))
	}
}

// colon reports whether a colon ends a label such as "public:". It also notes
// the start of a member initializer list.
func (p *walk) colon(k int, h *head) bool {
	if k == 0 || p.scoped(k) || p.kindAt(k-1) == ':' {
		return false // "::", as in ": public ::a::Base"
	}
	switch string(p.text(int(p.live[k-1]))) {
	case "public", "private", "protected", "slots", "Q_SLOTS", "signals", "Q_SIGNALS":
		*h = head{}
		return true
	}
	if h.paren {
		h.members = true
	}
	return false
}

// classify returns the kind of a brace.
func (p *walk) classify(k int, h *head, outer byte) byte {
	before := p.kindAt(k - 1)
	switch {
	case h.members:
		if before == tokenWord || before == '>' {
			return placeValue
		}
		return placeBody
	case h.paren && !h.value:
		return placeBody
	case h.value || outer == placeValue:
		return placeValue
	case h.enum:
		return placeEnum
	case h.class, h.namespace, h.linkage:
		return placeScope
	}
	return placeBody
}

// parameters skips a group in parentheses, and handles the words after
// parameters.
func (p *walk) parameters(k int, h *head, place byte) int {
	end := p.group(k)
	if end < 0 {
		return k
	}
	if k > 0 && p.kindAt(k-1) == tokenWord {
		switch string(p.text(int(p.live[k-1]))) {
		case "__attribute__", "__declspec", "alignas", "_Alignas", "decltype", "noexcept", "explicit", "__asm__", "asm", "typeof", "__typeof__", "requires":
			return end
		}
	}
	if place != placeScope {
		if h.paren = true; p.calls(k) {
			p.arguments(k, end)
			return k
		}
		return k
	}
	if before := p.kindAt(k - 2); !h.paren && (before == ';' || before == '{' || before == '}' || before == tokenDirective) && p.calls(k) && p.kindAt(end+1) == ';' {
		p.arguments(k, end)
	}
	h.paren = true
	if !h.value && !h.members {
		p.parameterMacros(k, end)
		if p.cpp {
			p.unnamed(k, end)
		}
		p.afterParameters(end + 1)
	}
	return end
}

// afterParameters hides macros between parameters and body: NOEXCEPT, __THROW,
// __nonnull ((1)).
func (p *walk) afterParameters(k int) {
	var marked []int
	if next := p.kindAt(k + 1); !p.cpp && p.wordAt(k) == partName && (next == ';' || next == '{') {
		p.hide(k, k+1) // int run(void) attribute_hidden;
		return
	}
	for k < len(p.live) && p.kindAt(k) == tokenWord {
		word := p.text(int(p.live[k]))
		switch string(word) {
		case "const", "noexcept", "override", "final", "volatile", "mutable", "try":
			k++
			if p.kindAt(k) == '(' {
				k = p.group(k) + 1
			}
			if k == 0 {
				return
			}
			continue
		case "__attribute__", "__asm__", "asm", "throw":
			if k = p.group(k+1) + 1; k == 0 {
				return
			}
			continue
		}
		if !isMacro(word) && !bytes.HasPrefix(word, []byte("__")) {
			return
		}
		from := k
		k++
		if p.kindAt(k) == '(' {
			if k = p.group(k) + 1; k == 0 {
				return
			}
		}
		for j := from; j < k; j++ {
			marked = append(marked, j)
		}
	}
	switch p.kindAt(k) {
	case ';', '{', '=', ':', '-':
		for _, j := range marked {
			p.tokens[p.live[j]].hidden = true
		}
	}
}

// afterName hides a macro between a variable's name and its end: x
// GUARDED_BY(mu);
func (p *walk) afterName(k int) {
	name := k - 1
	if p.kindAt(name) == ']' {
		for name > k-32 && name > 0 && p.kindAt(name) != '[' {
			name--
		}
		name--
	}
	if name < 1 || p.kindAt(name) != tokenWord || isMacro(p.text(int(p.live[name]))) || keyword(p.text(int(p.live[name]))) {
		return
	}
	switch before := p.kindAt(name - 1); {
	case before == '*', before == '&', before == '>':
	case before == tokenWord && !p.is(int(p.live[name-1]), "struct") && !p.is(int(p.live[name-1]), "class"):
	default:
		return
	}
	end := k
	if p.kindAt(k+1) == '(' {
		if end = p.group(k + 1); end < 0 {
			return
		}
	}
	if next := p.kindAt(end + 1); next == ';' || next == '=' {
		p.hide(k, end+1)
	}
}

// isMacro reports whether a word is written like a macro, in capitals.
func isMacro(word []byte) bool {
	if len(word) < 3 {
		return false
	}
	letter := false
	for _, c := range word {
		if c >= 'a' && c <= 'z' || c >= 0x80 {
			return false
		}
		letter = letter || c >= 'A' && c <= 'Z'
	}
	return letter
}
