// Package overload compares the arguments of a call with the parameters of overloads.
package overload

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// Fit says how well an argument fits a parameter; a greater value is better.
type Fit int8

const (
	None    Fit = iota
	Unknown     // unknown
	Any         // the parameter accepts any object
	Boxed       // after boxing or another conversion
	wide        // as a wider number: Derived less the number of steps
	Derived = 10
	Exact   = 30 // less the number of steps to the base type
)

// Hierarchy knows the base types of the types of a project.
type Hierarchy interface {
	// StepsTo counts the steps from a type to a base type; it is negative
	// if p is not one. open reports whether a base type outside of the project is unknown.
	StepsTo(t outline.Ref, p Type, depth int) (steps int, open bool)
}

// FitType says how well an argument of type a fits a parameter of type p.
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
		return None // an array of numbers fits only the same type
	}
	switch {
	case p.Kind == KindAny, p.Kind == KindParameter:
		return Any + Fit(min(p.Array, 1)) // prefer an array of any type to any type
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

// fitNull says how well null fits a parameter.
func fitNull(p Type) Fit {
	switch {
	case p.Array == 0 && p.Kind == KindNumber:
		return None
	case p.Array == 0 && (p.Kind == KindAny || p.Kind == KindParameter):
		return Any
	}
	return Boxed
}

// fitFunction says how well a function fits a parameter.
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

// fitClass says how well a class object fits a parameter.
func fitClass(p Type) Fit {
	switch {
	case p.Array > 0:
		return None
	case p.Kind == KindAny, p.Kind == KindParameter:
		return Any
	case p.Name == "Class", p.Name == "KClass":
		return Exact
	case p.Name == "Type" && p.Sym.IsZero():
		return Exact - 1 // java.lang.reflect.Type
	}
	return None
}

// fitArray compares types of different dimensions.
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

// fitNumber compares primitive values and their boxes.
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

// fitNamed compares types by their names and base types.
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
