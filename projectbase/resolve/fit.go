package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
)

// fit is how well an argument goes into a parameter; a greater one is better.
type fit int8

const (
	fitNone    fit = iota
	fitUnknown     // it may, or not
	fitAny         // as an object of whatever type
	fitBoxed       // after a conversion
	fitWide        // as a wider number; up to fitBase less the steps between
	fitBase    = 10
	fitExact   = 30 // less the steps from a type to its base
)

// argument is what a call gives.
type argument struct {
	name string // that of the parameter where the call says it
	typ  plain
}

// plain is a type as far as overloads tell types apart.
type plain struct {
	kind  plainKind
	name  string // of a number and the like its own word: int, bool; of others the last name
	array int    // dimensions
	sym   Ref    // in the project
	fixed bool   // of a literal
}

type plainKind uint8

const (
	plainUnknown plainKind = iota
	plainNamed
	plainNumber    // a type that is no object: numbers, characters and truth values
	plainBox       // the object of such a type
	plainString    // text
	plainAny       // what all are
	plainParameter // a type parameter
	plainNull
	plainFunction
	plainClass // a type as a value
)

// literals are the types of what an argument may be written as: see
// projectbase.Reference.
var literals = map[string]plain{
	`""`: {kind: plainString}, "''": {kind: plainNumber, name: "char"}, "0": {kind: plainNumber, name: "int", fixed: true},
	"0L": {kind: plainNumber, name: "long"}, "0f": {kind: plainNumber, name: "float"}, "0.0": {kind: plainNumber, name: "double"},
	"true": {kind: plainNumber, name: "bool"}, "null": {kind: plainNull}, "->": {kind: plainFunction}, "class": {kind: plainClass}, "?": {},
}

// arguments reads what a call gives.
func (ov *overloads) arguments(text string, at site) []argument {
	if _, text = splitTypes(text); len(text) <= 2 {
		return nil
	}
	parts := splitList(text[1 : len(text)-1])
	list := make([]argument, len(parts))
	for i, part := range parts {
		if name, rest, ok := strings.Cut(part, ":"); ok && isName(name) && !strings.HasPrefix(rest, ":") {
			list[i].name, part = name, rest
		}
		list[i].typ = ov.argumentType(part, at)
	}
	return list
}

func (ov *overloads) argumentType(text string, at site) plain {
	if p, ok := literals[text]; ok {
		return p
	}
	v := ov.values.chainValue(text, at)
	switch {
	case len(v.callable) > 0:
		return plain{kind: plainFunction}
	case v.typ == nil:
		name := text[strings.LastIndexByte(text, '.')+1:]
		if made, ok := strings.CutSuffix(name, "()"); ok && made != "" && made[0] >= 'A' && made[0] <= 'Z' && at.file.Language == "java" {
			return ov.plain(made, at) // methods begin with a small letter there
		}
		return wellKnown[name]
	case !v.typ.sym.none():
		return plain{kind: plainNamed, name: v.typ.sym.symbol().Name, sym: v.typ.sym}
	}
	p := ov.plain(v.typ.text, v.typ.at)
	if p.kind == plainParameter {
		return plain{} // what it is bound to is not known
	}
	return p
}

// plain reads a type that is written at a place.
func (ov *overloads) plain(text string, at site) plain {
	var p plain
	t := parseType(text)
	for t.name == "[]" && len(t.args) == 1 {
		p.array++
		t = parseType(t.args[0])
	}
	if t.name == "func" {
		p.kind = plainFunction
		return p
	}
	if t.name == "" || !isNameStart(t.name) {
		return plain{}
	}
	p.kind, p.name = plainNamed, lastName(t.name)
	if k, word := wordType(p.name, at.file.Language); k != plainUnknown {
		p.kind, p.name = k, word
		return p
	}
	f := ov.scopes.lookup(p.name, at, wantType)
	if f.local != nil || len(f.refs) == 0 && f.pkg == "" && looksParameter(p.name) {
		p.kind = plainParameter
		return p
	}
	p.sym = ov.types.typeNamed(t.name, at).sym
	return p
}

// looksParameter reports whether a name is written as those of type parameters
// are: T, K2, TKey.
func looksParameter(name string) bool {
	upper := func(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }
	return upper(name[0]) && (len(name) == 1 || len(name) == 2 && upper(name[1]) || name[0] == 'T' && upper(name[1]))
}

// asked returns the type of a parameter of a callable.
func (ov *overloads) asked(p *param, of Ref) plain {
	if p.is != nil {
		return *p.is
	}
	cuts := ov.cuts
	is := ov.plain(p.typ, site{of.File, of.Ordinal, of.symbol().Line, 0})
	if ov.cuts == cuts {
		p.is = &is
	}
	return is
}

// fit says how an argument goes into a parameter of a callable.
func (ov *overloads) fit(p *param, of Ref, a plain) fit {
	if a.kind == plainUnknown {
		return fitUnknown
	}
	return ov.fitType(ov.asked(p, of), a)
}

// fitAll says how an argument goes into a parameter that takes many, as all of
// them at once.
func (ov *overloads) fitAll(p *param, of Ref, a plain) fit {
	if a.kind == plainUnknown {
		return fitUnknown
	}
	list := ov.asked(p, of)
	list.array++
	return ov.fitType(list, a)
}

// fitType says how an argument goes into what is of type p.
func (ov *overloads) fitType(p, a plain) fit {
	if p.kind == plainUnknown {
		return fitUnknown
	}
	switch a.kind {
	case plainNull:
		return fitNull(p)
	case plainFunction:
		return fitFunction(p)
	case plainClass:
		return fitClass(p)
	}
	if p.array != a.array {
		return fitArray(p, a)
	}
	if p.array > 0 && (p.kind == plainNumber || a.kind == plainNumber) && (p.kind != a.kind || p.name != a.name) {
		return fitNone // of numbers only the same array
	}
	switch {
	case p.kind == plainAny, p.kind == plainParameter:
		return fitAny + fit(min(p.array, 1)) // a list of whatever, where all of it would do as well
	case p.kind == a.kind && p.kind == plainString:
		return fitExact
	case p.kind == plainFunction:
		return fitUnknown
	case a.kind == plainNumber, a.kind == plainBox:
		return fitNumber(p, a)
	case p.kind == plainNumber, p.kind == plainBox:
		return fitNone
	}
	return ov.fitNamed(p, a)
}

func fitNull(p plain) fit {
	switch {
	case p.array == 0 && p.kind == plainNumber:
		return fitNone
	case p.array == 0 && (p.kind == plainAny || p.kind == plainParameter):
		return fitAny
	}
	return fitBoxed
}

func fitFunction(p plain) fit {
	if p.kind == plainFunction {
		return fitExact
	}
	if p.array > 0 || p.kind != plainNamed && p.kind != plainParameter || notCallable[p.name] {
		return fitNone
	}
	if !p.sym.none() && slices.Contains([]projectbase.Kind{projectbase.KindClass, projectbase.KindEnum, projectbase.KindStruct}, p.sym.symbol().Kind) {
		return fitNone
	}
	return fitUnknown
}

func fitClass(p plain) fit {
	switch {
	case p.array > 0:
		return fitNone
	case p.kind == plainAny, p.kind == plainParameter:
		return fitAny
	case p.name == "Class", p.name == "KClass":
		return fitExact
	case p.name == "Type" && p.sym.none():
		return fitExact - 1 // in Java what a class is, too
	}
	return fitNone
}

// fitArray is for types of different dimensions.
func fitArray(p, a plain) fit {
	switch {
	case p.array > a.array:
		return fitNone
	case p.kind == plainAny, p.kind == plainParameter:
		if p.array > 0 && a.kind == plainNumber && a.array == p.array {
			return fitNone
		}
		return fitAny
	case p.array == 0 && slices.Contains([]string{"Cloneable", "Serializable", "Array", "IEnumerable", "ICollection", "IList", "IReadOnlyList", "IReadOnlyCollection", "ReadOnlySpan", "Span"}, p.name):
		return fitBoxed
	}
	return fitNone
}

// fitNumber is for what is no object, and the objects of such types.
func fitNumber(p, a plain) fit {
	switch {
	case p.kind == a.kind && p.name == a.name:
		return fitExact
	case p.kind == plainNumber:
		n := widening(a.name, p.name)
		switch {
		case n > 0 && a.kind == plainNumber:
			return fitBase - fit(n)
		case n >= 0 && a.kind == plainBox, a.fixed && n < 0 && widening(p.name, a.name) > 0:
			return fitBoxed
		}
		return fitNone
	case p.kind == plainBox && a.kind == plainNumber && p.name == a.name:
		return fitBoxed
	case p.kind == plainNamed && slices.Contains([]string{"Number", "Comparable", "Serializable", "IComparable", "IFormattable", "IConvertible"}, p.name):
		return fitAny
	}
	return fitNone
}

// fitNamed is for types that have nothing but names.
func (ov *overloads) fitNamed(p, a plain) fit {
	if a.kind == plainString {
		if slices.Contains(bases["String"], p.name) && p.sym.none() {
			return fitExact - 1
		}
		return fitNone
	}
	if !p.sym.none() && !a.sym.none() {
		if steps, _ := ov.stepsTo(a.sym, p, 0); steps >= 0 {
			return max(fitExact-fit(steps), fitBase)
		}
		return fitNone
	}
	if !a.sym.none() {
		steps, open := ov.stepsTo(a.sym, p, 0)
		switch {
		case steps >= 0:
			return max(fitExact-fit(steps), fitBase)
		case open && p.kind == plainNamed:
			return fitUnknown
		}
		return fitNone
	}
	switch {
	case p.name == a.name && p.kind == a.kind:
		if p.sym.none() {
			return fitExact
		}
		return fitUnknown
	case slices.Contains(bases[a.name], p.name), strings.HasSuffix(a.name, "Exception") && slices.Contains(bases["Exception"], p.name):
		return fitExact - 1
	case !p.sym.none(), p.kind == plainString, final[p.name], bases[a.name] != nil && bases[p.name] != nil:
		return fitNone
	}
	return fitUnknown
}

// stepsTo counts the steps from a type to one that it is based on; it is negative
// if there is no way. open is set if a base outside of the project may know one.
func (ov *overloads) stepsTo(t Ref, p plain, depth int) (steps int, open bool) {
	if t == p.sym || !p.sym.none() && t.symbol().Name == p.name && qualifiedName(t) == qualifiedName(p.sym) && ov.oneUnit(t, p.sym) {
		return 0, false
	}
	if depth > maxDepth {
		return -1, true
	}
	best := -1
	for _, base := range ov.bases.basesOf(t) {
		b := ov.types.typeNamed(base.chain, base.site())
		if b.sym.none() {
			name := lastName(base.chain)
			if p.sym.none() && (name == p.name || slices.Contains(bases[name], p.name)) {
				return 1, false
			}
			open = true
			continue
		}
		n, more := ov.stepsTo(b.sym, p, depth+1)
		open = open || more
		if n >= 0 && (best < 0 || n+1 < best) {
			best = n + 1
		}
	}
	return best, open
}
