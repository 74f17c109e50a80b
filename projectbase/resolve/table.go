package resolve

import "codegraph/projectbase"

// tableNamed finds the variable of a file that a member is written with: the
// last of "a.b".
func tableNamed(o *Outline, name string) Ref {
	last := lastName(name)
	for _, n := range o.named(last) {
		if s := &o.Symbols[n]; !s.Kind.IsCallable() && join(s.Owner, last) == name {
			return Ref{o, n}
		}
	}
	return Ref{}
}

// moduleValue is the value of a module. Where a file has one, it is what the
// file returns.
func (vs *values) moduleValue(m *module) value {
	if len(m.files) == 1 && m.files[0].scope.Tables {
		vs.consult("default")
		for i := range m.files[0].Symbols {
			if m.files[0].Symbols[i].Flags.Has(projectbase.FlagDefault) {
				return value{static: Ref{m.files[0], int32(i)}}
			}
		}
	}
	return value{module: m}
}
