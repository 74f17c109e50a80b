package tool

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// A field is one value of a tool's input. It combines a parameter of the table with
// the tags of the tool's input struct. The package comment describes the tags.
type field struct {
	Param
	index    []int
	Name     string
	flag     string // "" for a positional one
	required bool   // on the command line
	must     bool   // required on every surface
	hidden   bool   // not on the command line
	typ      reflect.Type
}

// list reports whether a positional field takes all arguments that follow.
func (f *field) list() bool { return f.flag == "" && f.typ.Kind() == reflect.Slice }

// accepts reports whether a value may have this name.
func (f *field) accepts(name string) bool { return f.Name == name || slices.Contains(f.Aliases, name) }

// fields returns the values that the tool takes, in their order; those that the
// command line hides only if all is true.
func (s *Spec) fields(all bool) []field {
	fields := fieldsOf(s.in)
	if all {
		return fields
	}
	return slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return f.hidden })
}

// fieldsByType caches fieldsOf: a type has the same fields in every call.
var fieldsByType sync.Map // reflect.Type -> []field

// fieldsOf returns the fields of a struct that have a name in JSON.
func fieldsOf(t reflect.Type) []field {
	if known, ok := fieldsByType.Load(t); ok {
		return known.([]field)
	}
	var fields []field
	for _, sf := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(sf.Tag.Get("json"), ","); !sf.Anonymous && name != "-" && name != "" {
			fields = append(fields, newField(sf, name))
		}
	}
	removeTakenAliases(fields)
	fieldsByType.Store(t, fields)
	return fields
}

// removeTakenAliases drops the aliases that are names of other fields.
func removeTakenAliases(fields []field) {
	for i := range fields {
		f := &fields[i]
		f.Aliases = slices.DeleteFunc(slices.Clone(f.Aliases), func(alias string) bool {
			return slices.ContainsFunc(fields, func(o field) bool { return o.Name == alias })
		})
	}
}

func newField(sf reflect.StructField, name string) field {
	key, options, _ := strings.Cut(sf.Tag.Get("param"), ",")
	if key == "" {
		key = name
	}
	f := field{Param: paramOf(key), index: sf.Index, Name: name, typ: sf.Type}
	f.flag = f.Flag
	if f.flag == "" && !f.Arg {
		f.flag = strings.ReplaceAll(name, "_", "-")
	}
	for option := range strings.SplitSeq(options, ",") {
		f.option(option)
	}
	return f
}

func (f *field) option(text string) {
	key, value, _ := strings.Cut(text, "=")
	switch key {
	case "":
	case "required":
		f.required, f.must = true, true
	case "must":
		f.required = true
	case "default":
		f.Default = value
	case "flag":
		f.flag = strings.ReplaceAll(f.Name, "_", "-")
	case "arg":
		f.flag = ""
	case "hidden":
		f.hidden = true
	default:
		panic("tool: unknown option " + text + " of parameter " + f.Name)
	}
}

// paramOf returns the parameter of the table with that key.
func paramOf(key string) Param {
	i, ok := slices.BinarySearchFunc(params, key, func(p Param, key string) int { return strings.Compare(p.Key, key) })
	if !ok {
		panic("tool: the table has no parameter " + key)
	}
	return params[i]
}
