package overload

import (
	"strings"

	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
)

// Param is a parameter of a callable.
type Param struct {
	name     string
	Typ      string
	optional bool
	Many     bool  // variadic
	Is       *Type // the resolved type, once it is needed
}

// SplitTypes cuts a list in angle brackets from the start of a text.
func SplitTypes(text string) (types []string, list string) {
	if strings.HasPrefix(text, "<") {
		if end := expr.Closing(text, 0); end > 0 {
			return expr.SplitList(text[1 : end-1]), text[end:]
		}
	}
	return nil, text
}

// paramWords are modifiers of a parameter that do not change its type.
var paramWords = []string{"final ", "ref ", "out ", "in ", "scoped ", "readonly ", "noinline ", "crossinline ", "val ", "var "}

// ParseParams parses the parameters of a callable. nameFirst means that the name precedes
// the type: "name: Type".
func ParseParams(x outline.Ref, nameFirst bool) []Param {
	_, text := SplitTypes(x.Symbol().Params)
	if len(text) <= 2 {
		return nil
	}
	var list []Param
	for _, part := range expr.SplitList(text[1 : len(text)-1]) {
		var p Param
		before, _, given := strings.Cut(strings.ReplaceAll(part, "=>", "->"), "=")
		part, p.optional = strings.TrimSpace(before), given
		for again := true; again; {
			part, again = withoutPrefix(part, &p)
		}
		if nameFirst {
			p.name, p.Typ, _ = strings.Cut(part, ":")
		} else {
			at := strings.LastIndexAny(part, " .>]")
			p.name, p.Typ = part[at+1:], part[:at+1]
			if dims := strings.TrimSuffix(p.name, "[]"); dims == "" {
				p.name, p.Typ = "", part
			}
		}
		p.name, p.Typ = strings.TrimSpace(p.name), strings.TrimSpace(p.Typ)
		if rest, ok := strings.CutSuffix(p.Typ, "..."); ok {
			p.Typ, p.Many = strings.TrimSpace(rest), true
		} else if p.Many && !nameFirst {
			p.Typ = strings.TrimSuffix(p.Typ, "[]")
		}
		list = append(list, p)
	}
	return list
}

// withoutPrefix cuts an annotation or a modifier from the start of a parameter.
func withoutPrefix(text string, p *Param) (rest string, found bool) {
	if strings.HasPrefix(text, "@") {
		end := strings.IndexAny(text, " (")
		if end > 0 && text[end] == '(' {
			end = expr.Closing(text, end)
		}
		if end > 0 {
			return strings.TrimSpace(text[end:]), true
		}
	}
	if strings.HasPrefix(text, "[") {
		if end := expr.Closing(text, 0); end > 0 {
			return strings.TrimSpace(text[end:]), true
		}
	}
	for _, w := range []string{"params ", "vararg "} {
		if rest, ok := strings.CutPrefix(text, w); ok {
			p.Many = true
			return strings.TrimSpace(rest), true
		}
	}
	for _, w := range append([]string{"this "}, paramWords...) {
		if rest, ok := strings.CutPrefix(text, w); ok {
			return strings.TrimSpace(rest), true
		}
	}
	return text, false
}

// Match returns the parameter for each argument, and whether the callable accepts these
// arguments. trailing means that a function as last argument is for the last parameter.
func Match(params []Param, args []Argument, trailing bool) (of []*Param, ok bool) {
	last := len(params) - 1
	of = make([]*Param, len(args))
	seen := make([]bool, len(params))
	for i := range args {
		k := i
		if args[i].Name != "" {
			for k = 0; k <= last && params[k].name != args[i].Name; k++ {
			}
		} else if args[i].Typ.Kind == KindFunction && trailing && i == len(args)-1 && i < last {
			k = last // a trailing lambda
		} else if k > last && last >= 0 && params[last].Many {
			k = last
		}
		if k > last {
			return nil, false
		}
		of[i], seen[k] = &params[k], true
	}
	for k := range params {
		if !seen[k] && !params[k].optional && !params[k].Many {
			return nil, false
		}
	}
	return of, true
}
