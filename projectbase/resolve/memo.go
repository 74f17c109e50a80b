package resolve

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
