package python

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// assignment declares targets at their first assignment: variables of a
// module, fields of a class, and fields of self in a method, but no locals.
func assignment(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) != 1 {
		return false
	}
	target := d.Names[0]
	d.NoScope, d.Once = true, true
	switch t.Kind(target) {
	case "identifier":
		if right := d.Body; right != syntax.None && t.Kind(right) == "lambda" {
			d.Kind, d.Word = projectbase.KindFunction, "lambda"
			d.NoScope, d.Once = false, false
			d.Body = t.Child(right, "body")
			return true
		}
	case "attribute":
		if d.Names[0] = member(t, target); d.Names[0] == syntax.None {
			return false
		}
		d.Kind, d.Member = projectbase.KindField, true
		return true
	case "pattern_list", "tuple_pattern", "list_pattern":
		if lambdas(t, d.Body) {
			d.Kind, d.Word, d.Once = projectbase.KindFunction, "lambda", false
			d.Names, d.Member = targets(t, target, d.Names[:0])
			return len(d.Names) > 0 && !d.Member
		}
		d.Names, d.Member = targets(t, target, d.Names[:0])
		if d.Member {
			d.Kind = projectbase.KindField
			return len(d.Names) > 0
		}
	default:
		return false
	}
	at, inClass := scope(t, node)
	if at != syntax.None && !inClass || len(d.Names) == 0 {
		return false
	}
	if named(t, node, d) {
		return true
	}
	switch {
	case inClass && calls(t, d.Body, "property"):
		d.Kind, d.Word = projectbase.KindProperty, "property"
		wholeHead(t, node, d)
	case inClass:
		d.Kind = projectbase.KindField
		if d.Body != syntax.None && enumeration(t, at) && t.Text(d.Names[0])[0] != '_' {
			d.Kind, d.Word = projectbase.KindEnumMember, "member"
		}
	case capitals(t.Text(d.Names[0])):
		d.Kind = projectbase.KindConstant
	}
	return true
}

// lambdas reports whether a list assigns only functions.
func lambdas(t *syntax.Tree, right uint32) bool {
	if right == syntax.None || t.Kind(right) != "expression_list" {
		return false
	}
	all := true
	t.Children(right, func(c uint32) bool {
		all = t.Kind(c) == "lambda"
		return all
	})
	return all
}

// member returns the name of a member of self or cls, or None.
func member(t *syntax.Tree, attribute uint32) uint32 {
	object := t.Child(attribute, "object")
	if object == syntax.None || t.Kind(object) != "identifier" {
		return syntax.None
	}
	if s := string(t.Text(object)); s != "self" && s != "cls" {
		return syntax.None
	}
	return t.Child(attribute, "attribute")
}

// targets returns the names in a pattern: the members of self if there are
// any, otherwise the plain names.
func targets(t *syntax.Tree, pattern uint32, plain []uint32) (names []uint32, members bool) {
	var found []uint32
	for i := pattern + 1; i < t.Nodes[pattern].Next; {
		switch t.Kind(i) {
		case "identifier":
			plain = append(plain, i)
		case "attribute":
			if m := member(t, i); m != syntax.None {
				found = append(found, m)
			}
			i = t.Nodes[i].Next
			continue
		case "subscript", "call":
			i = t.Nodes[i].Next
			continue
		}
		i++
	}
	if len(found) > 0 {
		return found, true
	}
	return plain, false
}

// named recognises types created by a call, and type aliases.
func named(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if d.Type != syntax.None && bytes.HasSuffix(t.Text(d.Type), []byte("TypeAlias")) || d.Type == syntax.None && genericType(t, d.Body) {
		d.Kind, d.Word = projectbase.KindType, "alias"
		if d.Body != syntax.None {
			d.Type = d.Body
		}
		return true
	}
	if d.Body == syntax.None || t.Kind(d.Body) != "call" {
		return false
	}
	arguments := t.Child(d.Body, "arguments")
	_, function := names(t, t.First(d.Body))
	if function == syntax.None || arguments == syntax.None {
		return false
	}
	first := t.First(arguments)
	if first == syntax.None || t.Kind(first) != "string" {
		return false
	}
	switch word := string(t.Text(function)); word {
	case "namedtuple", "NamedTuple", "TypedDict", "make_dataclass":
		d.Kind, d.Word = projectbase.KindClass, word
	case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag":
		d.Kind, d.Word = projectbase.KindEnum, "enum"
	case "NewType", "TypeVar", "ParamSpec", "TypeVarTuple", "TypeAliasType":
		d.Kind, d.Word = projectbase.KindType, word
	default:
		return false
	}
	wholeHead(t, node, d)
	return true
}

// genericTypes are types with arguments in brackets. Other names with brackets
// are values with elements.
var genericTypes = map[string]bool{"Union": true, "Optional": true, "Callable": true, "Literal": true, "Annotated": true, "Type": true,
	"List": true, "Dict": true, "Tuple": true, "Set": true, "FrozenSet": true, "list": true, "dict": true, "tuple": true, "set": true, "frozenset": true,
	"Sequence": true, "Mapping": true, "MutableMapping": true, "Iterable": true, "Iterator": true, "Generator": true, "Awaitable": true, "Coroutine": true,
	"AsyncIterable": true, "AsyncIterator": true, "AsyncGenerator": true, "Collection": true}

// genericType reports whether an expression is a type with arguments, so that
// the assignment is an alias: Union["URL", str].
func genericType(t *syntax.Tree, expression uint32) bool {
	if expression == syntax.None || t.Kind(expression) != "subscript" {
		return false
	}
	_, name := names(t, t.Child(expression, "value"))
	return name != syntax.None && genericTypes[string(t.Text(name))]
}

// wholeHead includes the call of an assignment in the head, up to its line's
// end, because it shows the declared type.
func wholeHead(t *syntax.Tree, node uint32, d *lang.Declared) {
	arguments := t.Child(d.Body, "arguments")
	d.Body = syntax.None
	if t.Nodes[node].EndRow > t.Nodes[node].Row {
		d.Body = arguments
	}
}

// calls reports whether an expression calls the function of the given name.
func calls(t *syntax.Tree, expression uint32, name string) bool {
	if expression == syntax.None || t.Kind(expression) != "call" {
		return false
	}
	function := t.Child(expression, "function")
	return function != syntax.None && string(t.Text(function)) == name
}

func enumeration(t *syntax.Tree, class uint32) bool {
	d := lang.Declared{}
	classKind(t, class, &d)
	return d.Kind == projectbase.KindEnum
}

// capitals reports whether a name is written in capitals, as a constant.
func capitals(name []byte) bool {
	upper := false
	for _, c := range name {
		if c >= 'a' && c <= 'z' || c >= 0x80 {
			return false
		}
		upper = upper || c >= 'A' && c <= 'Z'
	}
	return upper
}
