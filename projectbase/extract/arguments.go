package extract

import (
	"bytes"
	"strconv"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// Limits of the text kept of the arguments of one call, in bytes.
const (
	maxArgument  = 40
	maxArguments = 160
)

// maxCallee bounds the number of nodes between a name and its call.
const maxCallee = 6

// arguments writes the arguments of calls as text.
type arguments struct {
	*parsed
	expr  *expressions
	given []byte // reused buffer
}

// text returns the arguments of the call of a name, or NoTerm if they are
// unknown or useless: see projectbase.Reference.
func (p *arguments) text(name uint32, kind projectbase.ReferenceKind) projectbase.TermID {
	if !p.overloads || kind != projectbase.RefCall && kind != projectbase.RefInstantiate {
		return projectbase.NoTerm
	}
	list := p.list(name)
	if list == syntax.None {
		return projectbase.NoTerm
	}
	text := p.appendArguments(append(p.appendTypes(p.given[:0], name), '('), list)
	if more := p.trailing(list); more != syntax.None {
		text = p.appendArguments(text, more)
	}
	p.given = text[:0]
	return p.terms.ID(append(bytes.TrimRight(text, ","), ')'))
}

// list returns the node with the arguments of the call of a name.
func (p *arguments) list(name uint32) uint32 {
	for range maxCallee {
		parent := p.tree.Nodes[name].Parent
		if parent == syntax.None {
			break
		}
		for next := p.tree.After(parent, name); next != syntax.None; next = p.tree.After(parent, next) {
			if p.is(next, actArguments) {
				return next
			}
		}
		if s := p.tree.Nodes[parent].Symbol; s == syntax.ErrorSymbol || p.call[s] != nil {
			break
		}
		if c := p.link(parent); c != nil && c.form == lang.ChainCall {
			break
		}
		name = parent
	}
	return syntax.None
}

// appendTypes appends the number of type arguments after a name, in angle
// brackets.
func (p *arguments) appendTypes(dst []byte, name uint32) []byte {
	parent := p.tree.Nodes[name].Parent
	if parent == syntax.None || p.tree.Kind(parent) != "generic_name" {
		return dst
	}
	n := 0
	if list := p.tree.ChildOf(parent, "type_argument_list"); list != syntax.None {
		p.tree.Children(list, func(uint32) bool { n++; return true })
	}
	return append(strconv.AppendInt(append(dst, '<'), int64(n), 10), '>')
}

// trailing returns the argument list after the parentheses of a call. For a
// Kotlin call with a trailing lambda, the tree has two calls.
func (p *arguments) trailing(list uint32) uint32 {
	call := p.tree.Nodes[list].Parent
	around := p.tree.Nodes[call].Parent
	if around == syntax.None || !strings.HasSuffix(p.tree.Kind(list), "_suffix") {
		return syntax.None
	}
	next := p.tree.After(around, call)
	if c := p.link(call); c == nil || c.form != lang.ChainCall || next == syntax.None || p.tree.Nodes[next].Symbol != p.tree.Nodes[list].Symbol {
		return syntax.None
	}
	return next
}

// appendArguments appends each argument of a list and a comma.
func (p *arguments) appendArguments(dst []byte, list uint32) []byte {
	for c := p.tree.First(list); c != syntax.None; c = p.tree.After(list, c) {
		switch {
		case p.is(c, actComment):
		case p.is(c, actArguments):
			dst = p.appendArguments(dst, c)
		case p.tree.Nodes[c].Symbol != syntax.ErrorSymbol && strings.HasPrefix(p.tree.Kind(c), "type_"):
		default:
			dst = append(p.appendArgument(dst, c, maxCallee), ',')
		}
	}
	return dst
}

// appendArgument appends a chain, or else a mark for the type of an
// expression.
func (p *arguments) appendArgument(dst []byte, i uint32, depth int) []byte {
	n := &p.tree.Nodes[i]
	if depth == 0 || n.Symbol == syntax.ErrorSymbol || n.End == n.Start || len(dst) > maxArguments {
		return append(dst, '?')
	}
	kind, text := p.tree.Kind(i), p.tree.Text(i)
	switch {
	case strings.Contains(kind, "lambda"), strings.Contains(kind, "anonymous_"), strings.HasSuffix(kind, "_reference"):
		return append(dst, "->"...)
	case strings.HasSuffix(kind, "argument"):
		return p.appendNamed(dst, i, depth)
	case bytes.HasSuffix(text, []byte(".class")), bytes.HasPrefix(text, []byte("typeof(")):
		return append(dst, "class"...)
	case text[0] == '\'':
		return append(dst, "''"...)
	case p.is(i, actString), strings.Contains(kind, "string"):
		return append(dst, `""`...)
	}
	if chain, ok := p.expr.chain(dst, i, maxArgument); ok {
		return chain
	}
	if p.tree.First(i) == syntax.None {
		return appendLiteral(dst, text)
	}
	return p.appendExpression(dst, i, depth)
}

// appendNamed appends an argument node, after its name and a colon if it has
// one.
func (p *arguments) appendNamed(dst []byte, i uint32, depth int) []byte {
	first, last := p.tree.First(i), p.part(i, 0, true)
	if first == syntax.None {
		return appendLiteral(dst, p.tree.Text(i)) // a discard: out _
	}
	if first != last {
		between := p.source[p.tree.Nodes[first].Start:p.tree.Nodes[last].Start]
		dst = append(append(dst, bytes.TrimRight(between, "=: \t\r\n")...), ':')
	}
	return p.appendArgument(dst, last, depth-1)
}

// appendLiteral appends one literal for each type: 0, 0L, 0f, 0.0, true, null.
func appendLiteral(dst, text []byte) []byte {
	switch string(text) {
	case "true", "false":
		return append(dst, "true"...)
	case "null":
		return append(dst, "null"...)
	}
	if c := text[0]; c != '.' && (c < '0' || c > '9') {
		return append(dst, '?')
	}
	hex := len(text) > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')
	switch last := text[len(text)-1] | 0x20; {
	case last == 'l':
		return append(dst, "0L"...)
	case hex:
		return append(dst, '0')
	case last == 'f':
		return append(dst, "0f"...)
	case last == 'd', bytes.ContainsAny(text, ".eE"):
		return append(dst, "0.0"...)
	case last >= '0' && last <= '9':
		return append(dst, '0')
	}
	return append(dst, '?')
}

// appendExpression appends a mark for the result type of an operator.
func (p *arguments) appendExpression(dst []byte, i uint32, depth int) []byte {
	first, last := p.tree.First(i), p.part(i, 0, true)
	kind := p.tree.Kind(i)
	switch {
	case strings.HasPrefix(kind, "array_creation"):
		return p.appendArray(dst, i)
	case strings.HasPrefix(kind, "instanceof"), strings.HasPrefix(kind, "is_"):
		return append(dst, "true"...)
	case first == last:
		switch p.source[p.tree.Nodes[i].Start] {
		case '!':
			return append(dst, "true"...)
		case '-', '+', '~', '(':
			return p.appendArgument(dst, first, depth-1)
		}
		return append(dst, '?')
	case strings.HasPrefix(kind, "declaration_"):
		if text, ok := p.expr.cast(dst, first, maxArgument); ok && !bytes.HasSuffix(text, []byte("<var>")) {
			return text
		}
		return append(dst, '?')
	case strings.HasPrefix(kind, "ternary"), kind == "conditional_expression":
		return p.appendEither(dst, i, depth)
	case p.tree.After(i, first) == last:
		return p.appendBinary(dst, first, last, depth)
	}
	return append(dst, '?')
}

// appendArray appends a new array as a cast to its type.
func (p *arguments) appendArray(dst []byte, i uint32) []byte {
	text, _ := bytes.CutPrefix(p.tree.Text(i), []byte("new "))
	name, rest, ok := bytes.Cut(text, []byte("["))
	if name = bytes.TrimSpace(name); !ok || len(name) == 0 || len(name) > maxArgument || !printable(name) {
		return append(dst, '?')
	}
	dst = append(append(append(dst, '<'), name...), "[]"...)
	if body := bytes.IndexByte(rest, '{'); body >= 0 {
		rest = rest[:body]
	}
	for range bytes.Count(rest, []byte("[")) {
		dst = append(dst, "[]"...)
	}
	return append(dst, '>')
}

// appendEither appends the first informative one of two possible values.
func (p *arguments) appendEither(dst []byte, i uint32, depth int) []byte {
	start := len(dst)
	condition := p.tree.First(i)
	for c := p.tree.After(i, condition); c != syntax.None; c = p.tree.After(i, c) {
		dst = p.appendArgument(dst[:start], c, depth-1)
		if text := string(dst[start:]); text != "?" && text != "null" {
			return dst
		}
	}
	return append(dst[:start], '?')
}

// appendBinary appends a mark for the result type of a binary operator.
func (p *arguments) appendBinary(dst []byte, left, right uint32, depth int) []byte {
	start := len(dst)
	operator := string(bytes.TrimSpace(p.source[p.tree.Nodes[left].End:p.tree.Nodes[right].Start]))
	switch operator {
	case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
		return append(dst, "true"...)
	case "+", "-", "*", "/", "%":
	default:
		return append(dst, '?')
	}
	a := string(p.appendArgument(dst, left, depth-1)[start:])
	b := string(p.appendArgument(dst, right, depth-1)[start:])
	switch {
	case operator == "+" && (a == `""` || b == `""`):
		return append(dst, `""`...)
	case a == b && a[0] == '0':
		return append(dst, a...)
	}
	return append(dst, '?')
}
