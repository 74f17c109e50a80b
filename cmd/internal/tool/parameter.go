package tool

import "reflect"

// A Parameter describes one parameter of a tool for its documentation and tests.
type Parameter struct {
	Param
	Name          string // in JSON
	Required      bool
	OnCommandLine bool

	typ reflect.Type
}

// Parameters returns the tool's parameters in their order.
func (s *Spec) Parameters() []Parameter {
	var out []Parameter
	for _, f := range s.fields(true) {
		out = append(out, Parameter{f.Param, f.Name, f.must, !f.hidden, f.typ})
	}
	return out
}

// Sample returns a value that the parameter accepts.
func (p Parameter) Sample() any {
	t := p.typ
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Struct {
			return []any{}
		}
		return []string{p.SampleText()}
	case reflect.Bool:
		return true
	case reflect.Int:
		return 2
	}
	return p.SampleText()
}

// SampleText returns Sample as the command line takes it.
func (p Parameter) SampleText() string {
	t := p.typ
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case len(p.Enum) > 0:
		return p.Enum[0]
	case t.Kind() == reflect.Bool:
		return "true"
	case t.Kind() == reflect.Int:
		return "2"
	}
	return "x"
}
