package overload

import (
	"slices"
	"strconv"
	"strings"

	"codegraph/projectbase/resolve/outline"
)

// Candidate is a callable that accepts the arguments of a call.
type Candidate struct {
	Ref  outline.Ref
	Fits []Fit    // for each argument
	Asks []*Param // for each argument
	Many bool     // a variadic parameter receives the arguments, or a default value is used
}

// Best returns the candidates that no other candidate beats. It compares copies only
// once.
func Best(list []Candidate) []outline.Ref {
	if len(list) == 1 {
		return []outline.Ref{list[0].Ref}
	}
	of := make([]string, len(list)) // the key of each candidate
	kinds := map[string]*Candidate{}
	for i := range list {
		of[i] = list[i].kind()
		if kinds[of[i]] == nil {
			kinds[of[i]] = &list[i]
		}
	}
	beaten := map[string]bool{}
	for k, d := range kinds {
		for other, c := range kinds {
			beaten[k] = beaten[k] || other != k && c.beats(d)
		}
	}
	var refs []outline.Ref
	for i := range list {
		if !beaten[of[i]] {
			refs = append(refs, list[i].Ref)
		}
	}
	return refs
}

// kind returns a key of everything that beats compares.
func (c *Candidate) kind() string {
	text := []byte(strconv.FormatBool(c.Many))
	if strings.HasPrefix(c.Ref.Symbol().Params, "<") {
		text = append(text, '<')
	}
	for i, p := range c.Asks {
		text = append(append(text, 0, byte(c.Fits[i])), p.Typ...)
	}
	return string(text)
}

// beats reports whether the language prefers c to d, for any types of the unknown
// arguments.
func (c *Candidate) beats(d *Candidate) bool {
	ahead := false
	for i := range c.Fits {
		x, y := c.Fits[i], d.Fits[i]
		switch {
		case x == Unknown && y == Unknown:
			if c.Asks[i].Typ != d.Asks[i].Typ {
				return false
			}
		case y == Unknown && x == Exact:
			ahead = true
		case x == Unknown || y == Unknown || x < y:
			return false
		case x > y:
			ahead = true
		}
	}
	return ahead || c.Many != d.Many && d.Many || c.Many == d.Many && !strings.HasPrefix(c.Ref.Symbol().Params, "<") &&
		c.same(d) && strings.HasPrefix(d.Ref.Symbol().Params, "<")
}

// same reports whether c and d have the same parameter types.
func (c *Candidate) same(d *Candidate) bool {
	return slices.EqualFunc(c.Asks, d.Asks, func(x, y *Param) bool { return x.Typ == y.Typ })
}
