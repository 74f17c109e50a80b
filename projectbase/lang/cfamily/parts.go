package cfamily

import "bytes"

// part is a word at the start of a declaration, with its arguments or scope.
type part struct {
	from, to int // positions
	word     []byte
	class    byte // one of the classes below
	called   bool // it has arguments
}

const (
	partName    = 'n' // an identifier
	partMacro   = 'm' // an identifier that looks like a macro
	partType    = 't' // a keyword that is a type
	partStorage = 's' // any other keyword
)

// maxParts bounds the parts of a declaration.
const maxParts = 24

// parts reads the words at the start of a declaration, up to the next other
// token, and returns its position. class is the class around it.
func (p *declarations) parts(k int, class []byte) (parts []part, end int) {
	for k < len(p.live) && len(parts) < maxParts {
		switch kind := p.kindAt(k); {
		case kind == '[' && p.kindAt(k+1) == '[':
			for k < len(p.live) && p.kindAt(k) != ']' {
				k++
			}
			k += 2
			continue
		case kind != tokenWord:
			return parts, k
		}
		word := p.text(int(p.live[k]))
		w := part{from: k, to: k + 1, word: word}
		switch w.class = classify(word); w.class {
		case 0:
			return parts, k
		case partType:
			if c := word[0]; (c == 's' && string(word) == "struct" || c == 'c' && string(word) == "class" || c == 'u' && string(word) == "union" || c == 'e' && string(word) == "enum") && p.kindAt(k+1) == tokenWord {
				if p.kindAt(k+2) != tokenWord && p.kindAt(k+2) != '*' && p.kindAt(k+2) != '&' {
					return nil, k // a class, or its name alone
				}
				w.to++
			}
		}
		next := p.kindAt(w.to)
		if next == '(' {
			closing := p.group(w.to)
			if closing < 0 {
				return parts, k
			}
			switch string(word) {
			case "alignas", "_Alignas", "decltype", "__attribute__", "__declspec", "explicit", "noexcept", "typeof", "__typeof__", "_Atomic", "__typeof":
				w.to = closing + 1
			default:
				if bytes.Equal(word, class) || !p.prefix(parts, w, closing) {
					return append(parts, w), w.to
				}
				if p.typeArgument(w.to, closing) && !p.typedAfter(closing+1) {
					// PyAPI_FUNC(int) f(void): the argument is the type.
					p.hide(w.from, w.to+1)
					p.hide(closing, closing+1)
					parts = append(parts, part{from: w.to + 1, to: closing, word: p.text(int(p.live[w.to+1])), class: partType})
					k = closing + 1
					continue
				}
				w.to, w.called, w.class = closing+1, true, partMacro
			}
		} else if next == '<' && (w.class == partName || w.class == partMacro) {
			if closing := p.angle(w.to); closing > 0 {
				w.to, w.class = closing+1, partName
			}
		}
		for p.scoped(w.to) && p.kindAt(w.to+2) == tokenWord && classify(p.text(int(p.live[w.to+2]))) != 0 {
			w.word, w.class = p.text(int(p.live[w.to+2])), partName
			w.to += 3
			if p.kindAt(w.to) == '<' {
				if closing := p.angle(w.to); closing > 0 {
					w.to = closing + 1
				}
			}
		}
		parts = append(parts, w)
		k = w.to
	}
	return parts, k
}

// prefix reports whether a word with arguments is only a prefix of a
// declaration, rather than the declared name.
func (p *declarations) prefix(parts []part, w part, closing int) bool {
	if w.class != partMacro && w.class != partName {
		return false
	}
	for _, before := range parts {
		if before.class == partType || before.class == partName {
			return false
		}
	}
	if p.kindAt(closing+1) == tokenWord {
		switch after := p.text(int(p.live[closing+1])); string(after) {
		case "const", "noexcept", "override", "final", "volatile", "try", "requires", "throw", "__attribute__", "__asm__", "asm":
			return false
		default:
			if classify(after) == 0 && string(after) != "operator" && string(after) != "template" {
				return false
			}
		}
	} else if after := p.kindAt(closing + 1); after != '~' && !(after == '*' && p.typeArgument(w.to, closing)) {
		return false
	}
	return w.class == partMacro || p.typeArgument(w.to, closing) && !p.lineBetween(closing, closing+1)
}

// Keywords at the start of a declaration. Any other keyword ends the start.
var words = map[string]byte{}

func init() {
	for class, list := range map[byte][]string{
		partType: {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool", "auto", "decltype", "typename",
			"struct", "class", "union", "enum", "wchar_t", "char8_t", "char16_t", "char32_t", "typeof", "__typeof__", "__typeof", "__int64", "__int128", "__float128"},
		partStorage: {"static", "extern", "inline", "const", "volatile", "constexpr", "consteval", "constinit", "virtual", "explicit", "friend", "mutable",
			"register", "thread_local", "typedef", "restrict", "alignas", "_Alignas", "__attribute__", "__declspec", "_Noreturn", "noreturn", "_Thread_local",
			"_Atomic", "__extension__", "__inline", "__inline__", "__forceinline", "__thread", "__const", "noexcept", "__cdecl", "__stdcall", "__fastcall", "__vectorcall"},
		0: {"operator", "namespace", "using", "template", "public", "private", "protected", "return", "if", "else", "for", "while", "do", "switch", "case",
			"default", "break", "continue", "goto", "new", "delete", "throw", "try", "catch", "sizeof", "asm", "__asm__", "static_assert", "_Static_assert",
			"co_return", "co_await", "co_yield", "this", "true", "false", "nullptr", "concept", "requires", "export", "not"},
	} {
		for _, word := range list {
			words[word] = class
		}
	}
}

// classify returns the class of a word, 0 if it cannot be part of a
// declaration's start.
func classify(word []byte) byte {
	if class, ok := words[string(word)]; ok {
		return class
	}
	if isMacro(word) {
		return partMacro
	}
	return partName
}

func keyword(word []byte) bool {
	_, ok := words[string(word)]
	return ok
}
