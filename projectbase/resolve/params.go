package resolve

import (
	"strings"

	"codegraph/projectbase"
)

// param is a parameter of a callable.
type param struct {
	name     string
	typ      string
	optional bool
	many     bool   // takes any number of arguments
	is       *plain // what the type is, once somebody has asked
}

// paramsIn returns the parameters in the signature of a callable, with their
// brackets, and before them the type parameters that stand there; "" if they
// cannot be told.
func paramsIn(s *projectbase.Symbol) string {
	for rest := s.Signature; ; {
		_, after, ok := strings.Cut(rest, s.Name)
		if !ok {
			return ""
		}
		rest = after
		open := strings.TrimLeft(after, " ")
		types := ""
		if strings.HasPrefix(open, "<") {
			if end := closing(open, 0); end > 0 {
				types, open = open[:end], open[end:]
			}
		}
		if strings.HasPrefix(open, "(") {
			if end := closing(open, 0); end > 0 {
				return types + open[:end]
			}
			return ""
		}
	}
}

// splitTypes takes what is in angle brackets before a list off.
func splitTypes(text string) (types []string, list string) {
	if strings.HasPrefix(text, "<") {
		if end := closing(text, 0); end > 0 {
			return splitList(text[1 : end-1]), text[end:]
		}
	}
	return nil, text
}

// paramWords stand before a parameter and do not change its type.
var paramWords = []string{"final ", "ref ", "out ", "in ", "scoped ", "readonly ", "noinline ", "crossinline ", "val ", "var "}

// paramsOf returns the parameters of a callable.
func (ov *overloads) paramsOf(x Ref) []param {
	return remember(ov.task, ov.params, x, func() []param { return parseParams(x, x.File.Language == "kotlin") })
}

// parseParams takes the parameters of a callable apart.
func parseParams(x Ref, nameFirst bool) []param {
	_, text := splitTypes(x.symbol().Params)
	if len(text) <= 2 {
		return nil
	}
	var list []param
	for _, part := range splitList(text[1 : len(text)-1]) {
		var p param
		before, _, given := strings.Cut(strings.ReplaceAll(part, "=>", "->"), "=")
		part, p.optional = strings.TrimSpace(before), given
		for again := true; again; {
			part, again = withoutPrefix(part, &p)
		}
		if nameFirst {
			p.name, p.typ, _ = strings.Cut(part, ":")
		} else {
			at := strings.LastIndexAny(part, " .>]")
			p.name, p.typ = part[at+1:], part[:at+1]
			if dims := strings.TrimSuffix(p.name, "[]"); dims == "" {
				p.name, p.typ = "", part
			}
		}
		p.name, p.typ = strings.TrimSpace(p.name), strings.TrimSpace(p.typ)
		if rest, ok := strings.CutSuffix(p.typ, "..."); ok {
			p.typ, p.many = strings.TrimSpace(rest), true
		} else if p.many && !nameFirst {
			p.typ = strings.TrimSuffix(p.typ, "[]")
		}
		list = append(list, p)
	}
	return list
}

// withoutPrefix leaves out an annotation or a word before a parameter.
func withoutPrefix(text string, p *param) (rest string, found bool) {
	if strings.HasPrefix(text, "@") {
		end := strings.IndexAny(text, " (")
		if end > 0 && text[end] == '(' {
			end = closing(text, end)
		}
		if end > 0 {
			return strings.TrimSpace(text[end:]), true
		}
	}
	if strings.HasPrefix(text, "[") {
		if end := closing(text, 0); end > 0 {
			return strings.TrimSpace(text[end:]), true
		}
	}
	for _, w := range []string{"params ", "vararg "} {
		if rest, ok := strings.CutPrefix(text, w); ok {
			p.many = true
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

// takes reports whether as many arguments can be given, and returns the parameter
// of each. trailing says that a function at the end is for the last parameter.
func takes(params []param, args []argument, trailing bool) (of []*param, ok bool) {
	last := len(params) - 1
	of = make([]*param, len(args))
	seen := make([]bool, len(params))
	for i := range args {
		k := i
		if args[i].name != "" {
			for k = 0; k <= last && params[k].name != args[i].name; k++ {
			}
		} else if args[i].typ.kind == plainFunction && trailing && i == len(args)-1 && i < last {
			k = last // written after the brackets
		} else if k > last && last >= 0 && params[last].many {
			k = last
		}
		if k > last {
			return nil, false
		}
		of[i], seen[k] = &params[k], true
	}
	for k := range params {
		if !seen[k] && !params[k].optional && !params[k].many {
			return nil, false
		}
	}
	return of, true
}
