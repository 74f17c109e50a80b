package resolve

// memo is what resolving a file has found so far.
type memo struct {
	bare      map[bareKey]found
	beyond    map[beyondKey]found
	members   map[memberKey]found
	values    map[valueKey]value
	types     map[typePlace]typ
	qualified map[string]Ref // types, by their names with dots
	bases     map[Ref][]typ
	linear    map[Ref][]typ
	params    map[Ref][]param
	modules   map[moduleKey]*module
}

func newMemo() memo {
	return memo{bare: map[bareKey]found{}, beyond: map[beyondKey]found{}, members: map[memberKey]found{}, values: map[valueKey]value{},
		types: map[typePlace]typ{}, qualified: map[string]Ref{}, bases: map[Ref][]typ{}, linear: map[Ref][]typ{}, params: map[Ref][]param{}, modules: map[moduleKey]*module{}}
}

// remember returns what is known under a key, or else what find finds. That is
// kept unless a lookup was given up on the way: another place may get further.
func remember[K comparable, V any](r *resolver, known map[K]V, k K, find func() V) V {
	v, ok := known[k]
	if !ok {
		cuts := r.cuts
		if v = find(); r.cuts == cuts {
			known[k] = v
		}
	}
	return v
}

// bareKey is a name without a qualifier in a symbol of the file.
type bareKey struct {
	name   string
	symbol int32
	want   want
}

// beyondKey is a name that is looked for beyond the symbols around a place.
type beyondKey struct {
	file  *Outline
	name  string
	space int32 // innermost namespace around the place
	want  want
}

// memberKey is a member of a type.
type memberKey struct {
	of   Ref
	name string
	want want
}

// valueKey is a chain where no local name is at its head.
type valueKey struct {
	text   string
	symbol int32
}

// typePlace is a type that is named at a place.
type typePlace struct {
	text string
	at   site
}

// moduleKey is what an import of a file names.
type moduleKey struct {
	file *Outline
	name string
}
