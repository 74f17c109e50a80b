package overload

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// fit is how well an argument goes into a parameter; a greater one is better.
type Fit int8

const (
	None    Fit = iota
	Unknown     // it may, or not
	Any         // as an object of whatever type
	Boxed       // after a conversion
	wide        // as a wider number; up to fitBase less the steps between
	Derived = 10
	Exact   = 30 // less the steps from a type to its base
)

// hierarchy knows the base types of the project's types.
type Hierarchy interface {
	// stepsTo counts the steps from a type to one that it is based on; it is negative
	// if there is none. open says that a base type outside of the project may know one.
	StepsTo(t outline.Ref, p Type, depth int) (steps int, open bool)
}

// fitType says how an argument goes into what is of type p.
func FitType(p, a Type, h Hierarchy) Fit {
	if p.Kind == KindUnknown {
		return Unknown
	}
	switch a.Kind {
	case KindNull:
		return fitNull(p)
	case KindFunction:
		return fitFunction(p)
	case KindClass:
		return fitClass(p)
	}
	if p.Array != a.Array {
		return fitArray(p, a)
	}
	if p.Array > 0 && (p.Kind == KindNumber || a.Kind == KindNumber) && (p.Kind != a.Kind || p.Name != a.Name) {
		return None // of numbers only the same array
	}
	switch {
	case p.Kind == KindAny, p.Kind == KindParameter:
		return Any + Fit(min(p.Array, 1)) // a list of whatever, where all of it would do as well
	case p.Kind == a.Kind && p.Kind == KindString:
		return Exact
	case p.Kind == KindFunction:
		return Unknown
	case a.Kind == KindNumber, a.Kind == KindBox:
		return fitNumber(p, a)
	case p.Kind == KindNumber, p.Kind == KindBox:
		return None
	}
	return fitNamed(p, a, h)
}

func fitNull(p Type) Fit {
	switch {
	case p.Array == 0 && p.Kind == KindNumber:
		return None
	case p.Array == 0 && (p.Kind == KindAny || p.Kind == KindParameter):
		return Any
	}
	return Boxed
}

func fitFunction(p Type) Fit {
	if p.Kind == KindFunction {
		return Exact
	}
	if p.Array > 0 || p.Kind != KindNamed && p.Kind != KindParameter || notCallable[p.Name] {
		return None
	}
	if !p.Sym.IsZero() && slices.Contains([]projectbase.Kind{projectbase.KindClass, projectbase.KindEnum, projectbase.KindStruct}, p.Sym.Symbol().Kind) {
		return None
	}
	return Unknown
}

func fitClass(p Type) Fit {
	switch {
	case p.Array > 0:
		return None
	case p.Kind == KindAny, p.Kind == KindParameter:
		return Any
	case p.Name == "Class", p.Name == "KClass":
		return Exact
	case p.Name == "Type" && p.Sym.IsZero():
		return Exact - 1 // in Java what a class is, too
	}
	return None
}

// fitArray is for types of different dimensions.
func fitArray(p, a Type) Fit {
	switch {
	case p.Array > a.Array:
		return None
	case p.Kind == KindAny, p.Kind == KindParameter:
		if p.Array > 0 && a.Kind == KindNumber && a.Array == p.Array {
			return None
		}
		return Any
	case p.Array == 0 && slices.Contains([]string{"Cloneable", "Serializable", "Array", "IEnumerable", "ICollection", "IList", "IReadOnlyList", "IReadOnlyCollection", "ReadOnlySpan", "Span"}, p.Name):
		return Boxed
	}
	return None
}

// fitNumber is for what is no object, and the objects of such types.
func fitNumber(p, a Type) Fit {
	switch {
	case p.Kind == a.Kind && p.Name == a.Name:
		return Exact
	case p.Kind == KindNumber:
		n := widening(a.Name, p.Name)
		switch {
		case n > 0 && a.Kind == KindNumber:
			return Derived - Fit(n)
		case n >= 0 && a.Kind == KindBox, a.fixed && n < 0 && widening(p.Name, a.Name) > 0:
			return Boxed
		}
		return None
	case p.Kind == KindBox && a.Kind == KindNumber && p.Name == a.Name:
		return Boxed
	case p.Kind == KindNamed && slices.Contains([]string{"Number", "Comparable", "Serializable", "IComparable", "IFormattable", "IConvertible"}, p.Name):
		return Any
	}
	return None
}

// fitNamed is for types that have nothing but names.
func fitNamed(p, a Type, h Hierarchy) Fit {
	if a.Kind == KindString {
		if slices.Contains(PlatformBases["String"], p.Name) && p.Sym.IsZero() {
			return Exact - 1
		}
		return None
	}
	if !p.Sym.IsZero() && !a.Sym.IsZero() {
		if steps, _ := h.StepsTo(a.Sym, p, 0); steps >= 0 {
			return max(Exact-Fit(steps), Derived)
		}
		return None
	}
	if !a.Sym.IsZero() {
		steps, open := h.StepsTo(a.Sym, p, 0)
		switch {
		case steps >= 0:
			return max(Exact-Fit(steps), Derived)
		case open && p.Kind == KindNamed:
			return Unknown
		}
		return None
	}
	switch {
	case p.Name == a.Name && p.Kind == a.Kind:
		if p.Sym.IsZero() {
			return Exact
		}
		return Unknown
	case slices.Contains(PlatformBases[a.Name], p.Name), strings.HasSuffix(a.Name, "Exception") && slices.Contains(PlatformBases["Exception"], p.Name):
		return Exact - 1
	case !p.Sym.IsZero(), p.Kind == KindString, finalTypes[p.Name], PlatformBases[a.Name] != nil && PlatformBases[p.Name] != nil:
		return None
	}
	return Unknown
}
