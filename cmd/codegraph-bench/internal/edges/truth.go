package edges

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// truth is the compiler's answers for the uses of names in a tree.
type truth struct {
	Language string `json:"language"`
	By       string `json:"by"`                 // the compiler with its version
	Failures int    `json:"failures,omitempty"` // number of type errors
	facts    []fact // in order of their sites, one for each
}

// site is the position of the first byte of a name in use.
type site struct {
	File   string `json:"file"` // relative to the tree, with slashes
	Line   int    `json:"line"`
	Column int    `json:"column"` // in bytes, from 1
}

func compareSites(a, b site) int {
	return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// fact is the compiler's answer for one site.
type fact struct {
	site
	Name    string        `json:"name"`
	Kind    string        `json:"kind"`              // one of factKinds
	Targets []declaration `json:"targets,omitempty"` // in the tree; several for overloads and unions, all right
	Outside string        `json:"outside,omitempty"` // package or file outside of the tree with the target
}

// declaration is the position of the name of a symbol.
type declaration struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Name string `json:"name,omitempty"`
}

// factKinds are the rows of the table, in its order.
//
//	call          a function or method that is known before the program runs
//	dynamic call  through an interface: the target is the interface's method
//	value call    of a variable, parameter or field that holds a function
//	instantiate   of a type, where the language has a word or a form for it
//	extends       the base of a type
//	decorate      a decorator or attribute
//	type          a type in any other place
//	value         a function, variable or constant that is not called
//	field         a field or property that is not called
var factKinds = []string{"call", "dynamic call", "value call", "instantiate", "extends", "decorate", "type", "value", "field"}

// compact sorts the facts and merges those of one site, because several programs may
// contain the same file.
func (t *truth) compact() {
	slices.SortStableFunc(t.facts, func(a, b fact) int { return compareSites(a.site, b.site) })
	var facts []fact
	for _, f := range t.facts {
		if n := len(facts); n > 0 && facts[n-1].site == f.site {
			facts[n-1].join(f)
			continue
		}
		facts = append(facts, f)
	}
	t.facts = facts
}

func (f *fact) join(g fact) {
	if f.Outside != "" && len(f.Targets) == 0 && len(g.Targets) > 0 {
		*f = g // one program has the source of a target that the other only links
		return
	}
	for _, p := range g.Targets {
		if !slices.Contains(f.Targets, p) {
			f.Targets = append(f.Targets, p)
		}
	}
}

// readTruth reads a file of truth.write.
func readTruth(name string) (*truth, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	t := &truth{}
	header, rest, _ := bytes.Cut(data, []byte("\n"))
	if err := json.Unmarshal(header, t); err != nil || t.Language == "" {
		return nil, fmt.Errorf("truth %s: no header line with the language: %w", name, err)
	}
	d := json.NewDecoder(bytes.NewReader(rest))
	for d.More() {
		var f fact
		if err := d.Decode(&f); err != nil {
			return nil, fmt.Errorf("truth %s: %w", name, err)
		}
		if !slices.Contains(factKinds, f.Kind) {
			return nil, fmt.Errorf("truth %s: %s:%d: unknown kind %q", name, f.File, f.Line, f.Kind)
		}
		t.facts = append(t.facts, f)
	}
	t.compact()
	return t, nil
}

// write stores the answers as JSON lines: a header, then the facts.
func (t *truth) write(name string) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(t); err != nil {
		return err
	}
	for i := range t.facts {
		if err := e.Encode(&t.facts[i]); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return out.Close()
}
