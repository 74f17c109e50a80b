package resolve

import "codegraph/projectbase"

// level is whose methods a name can mean, where those of a type are apart from
// those of its objects.
type level uint8

const (
	levelAny level = iota
	levelType
	levelObject
)

// levelAt returns the level of a place: that of the method around it. What a
// block in the body of a type is run on is not known.
func levelAt(at site) level {
	if !at.file.scope.Levels {
		return levelAny
	}
	for s := at.symbol; s != projectbase.NoSymbol; s = at.file.Symbols[s].Container {
		switch x := &at.file.Symbols[s]; {
		case x.Kind.IsType():
			return levelAny
		case !isMethod(x):
		case x.Flags.Has(projectbase.FlagStatic):
			return levelType
		default:
			return levelObject
		}
	}
	return levelAny
}

// onLevel leaves of what was found the methods of a level. The methods of a
// module may be mixed into types and objects alike: they stay where there are no
// others.
func onLevel(f found, l level) found {
	if l == levelAny || len(f.refs) == 0 || !f.refs[0].File.scope.Levels {
		return f
	}
	right := keep(f.refs, func(x Ref) bool {
		s := x.symbol()
		return !isMethod(s) || s.Flags.Has(projectbase.FlagStatic) == (l == levelType)
	})
	if len(right) == 0 {
		right = keep(f.refs, func(x Ref) bool {
			c := x.symbol().Container
			return c == projectbase.NoSymbol || x.File.Symbols[c].Word != "class"
		})
	}
	if len(right) == 0 {
		return found{}
	}
	f.refs = right
	return f
}

func isMethod(s *Symbol) bool {
	return s.Kind == projectbase.KindMethod || s.Kind == projectbase.KindConstructor || s.Kind == projectbase.KindOperator || s.Kind == projectbase.KindProperty
}
