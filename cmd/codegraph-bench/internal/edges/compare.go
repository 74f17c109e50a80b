package edges

import "strings"

// result compares the edges of a tree with the compiler's answers.
type result struct {
	Directory string `json:"directory"`
	Language  string `json:"language"`
	By        string `json:"by"`
	Resolved  bool   `json:"resolved"` // false if only positions were compared; recall is then an upper bound
	Rows      []*row `json:"rows"`
	// Unknown counts edges into the tree at positions without a compiler answer,
	// in files that the compiler compiled.
	Unknown  int `json:"unknown"`
	findings []difference
}

// row has the figures of one kind of use.
type row struct {
	Kind      string  `json:"kind"`
	Precision float64 `json:"precision"` // right edges / edges with a target in the tree
	Recall    float64 `json:"recall"`    // sites with a right edge / sites whose target is in the tree

	Sites      int `json:"sites"` // with a target in the tree: the sum of the next six
	Right      int `json:"right"`
	Mistaken   int `json:"mistaken"`   // only a wrong edge
	Ambiguous  int `json:"ambiguous"`  // only an ambiguous edge
	External   int `json:"external"`   // only an edge to a package
	Unresolved int `json:"unresolved"` // only an edge without a target
	Absent     int `json:"absent"`     // no edge at all

	AmbiguousWith int `json:"ambiguous_with"` // part of Ambiguous: the target is a candidate

	RightEdges int `json:"right_edges"`
	WrongEdges int `json:"wrong_edges"`
	Outside    int `json:"outside"` // sites whose target is outside of the tree
	Claimed    int `json:"claimed"` // part of WrongEdges: at these sites
	// OfValues is the part of WrongEdges at calls of function values: the edge names
	// a function, but the code calls a variable.
	OfValues int `json:"of_values,omitempty"`
}

// state ranks the edges at a site; a greater one is better.
type state int

const (
	stateAbsent state = iota
	stateUnresolved
	stateExternal
	stateAmbiguous
	stateMistaken
	stateRight
)

// difference is one edge, or one site without an edge, that differs from the compiler's
// answer.
type difference struct {
	row   string
	state state
	fact  *fact
	edge  *edge // nil if there is none
	wrong bool  // the edge has a wrong target in the tree
}

// compare compares edges with the compiler's answers. A target in a file that is not
// indexed counts as outside.
func compare(o *export, t *truth) *result {
	v := &result{Language: t.Language, By: t.By, Resolved: !o.unresolved}
	rows := map[string]*row{}
	for _, k := range factKinds {
		rows[k] = &row{Kind: k}
		v.Rows = append(v.Rows, rows[k])
	}
	covered := map[string]bool{}
	rest := o.edges
	for i := range t.facts {
		f := &t.facts[i]
		if o.files[f.File] == "" {
			continue
		}
		covered[f.File] = true
		f.restrict(o.files)
		for len(rest) > 0 && compareSites(rest[0].site, f.site) < 0 {
			rest = rest[1:]
		}
		var here []edge
		for n := 0; n < len(rest) && rest[n].site == f.site; n++ {
			here = rest[:n+1]
		}
		v.site(rows, f, here)
	}
	known := map[site]bool{}
	for i := range t.facts {
		known[t.facts[i].site] = true
	}
	for i := range o.edges {
		if e := &o.edges[i]; e.bound() && covered[e.File] && !known[e.site] {
			v.Unknown++
		}
	}
	for _, r := range v.Rows {
		r.Precision = ratio(r.RightEdges, r.RightEdges+r.WrongEdges)
		r.Recall = ratio(r.Right, r.Sites)
	}
	return v
}

func ratio(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(part) / float64(of)
}

// restrict removes targets that no edge can have.
func (f *fact) restrict(files map[string]string) {
	kept := f.Targets[:0:0]
	for _, p := range f.Targets {
		if files[p.File] != "" {
			kept = append(kept, p)
		}
	}
	if len(kept) == 0 && len(f.Targets) > 0 && f.Outside == "" {
		f.Outside = f.Targets[0].File + " (not indexed)"
	}
	f.Targets = kept
}

// site compares the edges of one site.
func (v *result) site(rows map[string]*row, f *fact, edges []edge) {
	row := rows[f.Kind]
	best := stateAbsent
	for i := range edges {
		e := &edges[i]
		s := f.compare(e, v.Resolved)
		best = max(best, s)
		switch s {
		case stateRight:
			row.RightEdges++
			v.findings = append(v.findings, difference{f.Kind, s, f, e, false})
		case stateMistaken:
			counted := row
			switch {
			case f.Kind == "value call" && len(f.Targets) > 0:
				counted = rows["call"]
				counted.OfValues++
			case strings.HasSuffix(f.Kind, "call") && len(f.Targets) == 0:
				counted = rows["call"] // the callee is not in the tree
			}
			counted.WrongEdges++
			if len(f.Targets) == 0 {
				counted.Claimed++
			}
			v.findings = append(v.findings, difference{counted.Kind, s, f, e, true})
		}
	}
	if len(f.Targets) == 0 {
		if f.Outside != "" {
			row.Outside++
		}
		return
	}
	row.Sites++
	switch best {
	case stateRight:
		row.Right++
		return
	case stateMistaken:
		row.Mistaken++
		return
	}
	v.missed(row, f, edges, best)
}

// missed records a site in the tree without a right edge.
func (v *result) missed(row *row, f *fact, edges []edge, best state) {
	miss := difference{row: row.Kind, state: best, fact: f}
	for i := range edges {
		if f.compare(&edges[i], v.Resolved) == best {
			miss.edge = &edges[i]
		}
	}
	switch best {
	case stateAbsent:
		row.Absent++
	case stateUnresolved:
		row.Unresolved++
	case stateExternal:
		row.External++
	case stateAmbiguous:
		row.Ambiguous++
		for _, c := range miss.edge.Candidates {
			if f.is(c.File, c.Line) {
				row.AmbiguousWith++
				break
			}
		}
	}
	v.findings = append(v.findings, miss)
}

func (f *fact) is(file string, line int) bool {
	for _, p := range f.Targets {
		if p.File == file && p.Line == line {
			return true
		}
	}
	return false
}

// compare ranks an edge at the site of the fact.
func (f *fact) compare(e *edge, resolved bool) state {
	switch {
	case !resolved:
		return stateRight // only its position is known
	case e.bound() && f.is(e.TargetFile, e.TargetLine):
		return stateRight
	case e.bound():
		return stateMistaken
	case e.Tier == "ambiguous":
		return stateAmbiguous
	case e.Tier == "external":
		return stateExternal
	}
	return stateUnresolved
}

// group returns the heading of a difference: the tier and reason of the edge, and its
// relation to the right target.
func (f *difference) group(s *sources) string {
	switch {
	case f.state == stateAbsent:
		return "no edge: " + s.syntax(f.fact.site, f.fact.Name)
	case !f.wrong:
		return f.edge.Tier + ": " + f.edge.Reason
	case f.fact.Kind == "value call":
		return f.edge.Tier + ": " + f.edge.Reason + " (a variable is called)"
	case len(f.fact.Targets) == 0:
		return f.edge.Tier + ": " + f.edge.Reason + " (the target is outside)"
	}
	return f.edge.Tier + ": " + f.edge.Reason
}

// mentions reports whether the difference matches the filters.
func (f *difference) mentions(text, group string) bool {
	return text == "" || strings.Contains(group, text) || strings.Contains(f.fact.Name, text) || strings.Contains(f.fact.File, text)
}
