package edges

import "strings"

// verdict is how our edges of a tree compare with the truth.
type result struct {
	Directory string `json:"directory"`
	Language  string `json:"language"`
	By        string `json:"by"`
	Resolved  bool   `json:"resolved"` // false: only positions were compared, recall is its upper bound
	Rows      []*row `json:"rows"`
	// Unknown counts our edges to the tree in files that the compiler has seen,
	// at sites where it sees nothing.
	Unknown  int `json:"unknown"`
	findings []difference
}

// edgeRow is the figures of one kind of use.
type row struct {
	Kind      string  `json:"kind"`
	Precision float64 `json:"precision"` // right / (right + wrong) edges that claim a target in the tree
	Recall    float64 `json:"recall"`    // sites with a right edge / sites whose target is in the tree

	Sites      int `json:"sites"` // whose target is in the tree; the six that follow sum up to it
	Right      int `json:"right"`
	Mistaken   int `json:"mistaken"`   // only a wrong edge
	Ambiguous  int `json:"ambiguous"`  // only an ambiguous edge
	External   int `json:"external"`   // only an edge to a package
	Unresolved int `json:"unresolved"` // only an edge without a target
	Absent     int `json:"absent"`     // no edge at all

	AmbiguousWith int `json:"ambiguous_with"` // of Ambiguous: the target is among the candidates

	RightEdges int `json:"right_edges"`
	WrongEdges int `json:"wrong_edges"`
	Outside    int `json:"outside"` // sites whose target is outside of the tree
	Claimed    int `json:"claimed"` // of WrongEdges: at these sites
	// OfValues is, of WrongEdges of calls, those at calls of values: a function
	// is claimed where a variable is called.
	OfValues int `json:"of_values,omitempty"`
}

// state is how well a site is known to us; a greater one is better.
type state int

const (
	stateAbsent state = iota
	stateUnresolved
	stateExternal
	stateAmbiguous
	stateMistaken
	stateRight
)

// finding is one edge, or one site without any, that was judged.
type difference struct {
	row   string
	state state
	fact  *fact
	edge  *edge // nil where there is none
	wrong bool  // the edge claims a target in the tree that is not the truth
}

// judge compares. A truth in a file that is not indexed counts as outside.
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

// restrict drops the targets that no edge can have.
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

// site judges the edges of one site.
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
				counted = rows["call"] // whatever is called, it is not in the tree
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

// missed takes down a site in the tree that has no edge with a target.
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

// judge says what an edge at the site of the fact is worth.
func (f *fact) compare(e *edge, resolved bool) state {
	switch {
	case !resolved:
		return stateRight // it is there; nobody knows more
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

// group returns what findings are listed together by: what our edge says of
// itself, and how it relates to the truth.
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

// mentions reports whether the finding is one of those asked for.
func (f *difference) mentions(text, group string) bool {
	return text == "" || strings.Contains(group, text) || strings.Contains(f.fact.Name, text) || strings.Contains(f.fact.File, text)
}
