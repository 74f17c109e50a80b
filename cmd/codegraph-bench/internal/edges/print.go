package edges

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"
)

// look selects the differences to print beside the table.
type look struct {
	misses int    // number of examples for each group
	kind   string // row of the groups, or "all"
	only   string // text in the group, name or file
	seed   uint64
}

func (v *result) print(w io.Writer, s *sources, l look) {
	fmt.Fprintf(w, "%s: %s, against %s\n", v.Directory, v.Language, v.By)
	if !v.Resolved {
		fmt.Fprintln(w, "the base has references only: recall is its upper bound, precision is not known")
	}
	t := tabwriter.NewWriter(w, 2, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "kind\tsites\tright\tmistaken\tambiguous\t(with it)\texternal\tunresolved\tno edge\trecall\tedges right\twrong\tprecision\toutside\tclaimed\t")
	for _, r := range v.Rows {
		if r.Sites+r.Outside+r.WrongEdges == 0 {
			continue
		}
		precision := fmt.Sprintf("%.4f", r.Precision)
		if !v.Resolved || r.RightEdges+r.WrongEdges == 0 {
			precision = "-"
		}
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.4f\t%d\t%d\t%s\t%d\t%d\t\n", r.Kind, r.Sites, r.Right, r.Mistaken, r.Ambiguous,
			r.AmbiguousWith, r.External, r.Unresolved, r.Absent, r.Recall, r.RightEdges, r.WrongEdges, precision, r.Outside, r.Claimed)
	}
	t.Flush()
	if v.Unknown > 0 {
		fmt.Fprintf(w, "%d edges are at sites that the compiler knows nothing of\n", v.Unknown)
	}
	if v.Resolved {
		v.printTiers(w, l)
	}
	v.printGroups(w, s, l)
}

func (l *look) wants(row string) bool { return l.kind == "all" || l.kind == row }

// printTiers shows the precision of each tier and reason.
func (v *result) printTiers(w io.Writer, l look) {
	type count struct{ right, wrong int }
	counts := map[string]*count{}
	var keys []string
	for i := range v.findings {
		f := &v.findings[i]
		if !l.wants(f.row) || !f.wrong && f.state != stateRight {
			continue
		}
		key := f.edge.Tier + "\t" + f.edge.Reason
		if counts[key] == nil {
			counts[key] = &count{}
			keys = append(keys, key)
		}
		if f.wrong {
			counts[key].wrong++
		} else {
			counts[key].right++
		}
	}
	slices.SortFunc(keys, func(a, b string) int {
		x, y := counts[a], counts[b]
		if d := y.wrong - x.wrong; d != 0 {
			return d
		}
		if d := y.right - x.right; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	fmt.Fprintf(w, "\nedges by tier and reason (%s)\n", l.kind)
	t := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
	fmt.Fprintln(t, "tier\treason\tright\twrong\tprecision")
	for _, key := range keys {
		c := counts[key]
		fmt.Fprintf(t, "%s\t%d\t%d\t%.4f\n", key, c.right, c.wrong, ratio(c.right, c.right+c.wrong))
	}
	t.Flush()
}

// printGroups lists wrong and missing edges, the most common first.
func (v *result) printGroups(w io.Writer, s *sources, l look) {
	for _, part := range []struct {
		title string
		wrong bool
	}{{"wrong", true}, {"missing", false}} {
		groups := map[string][]*difference{}
		var names []string
		for i := range v.findings {
			f := &v.findings[i]
			if f.state == stateRight || f.wrong != part.wrong || !l.wants(f.row) {
				continue
			}
			group := f.group(s)
			if !f.mentions(l.only, group) {
				continue
			}
			if groups[group] == nil {
				names = append(names, group)
			}
			groups[group] = append(groups[group], f)
		}
		slices.SortFunc(names, func(a, b string) int {
			if d := len(groups[b]) - len(groups[a]); d != 0 {
				return d
			}
			return strings.Compare(a, b)
		})
		if len(names) > 0 {
			fmt.Fprintf(w, "\n%s (%s)\n", part.title, l.kind)
		}
		for _, name := range names {
			fmt.Fprintf(w, "%7d  %s\n", len(groups[name]), name)
			for _, f := range draw(groups[name], l.misses, l.seed) {
				f.print(w, s)
			}
		}
	}
}

// draw returns n random elements of list in their order, or all.
func draw[T any](list []T, n int, seed uint64) []T {
	if n <= 0 {
		return nil
	}
	at := rand.New(rand.NewPCG(seed, uint64(len(list)))).Perm(len(list))
	at = at[:min(n, len(at))]
	slices.Sort(at)
	drawn := make([]T, len(at))
	for i, k := range at {
		drawn[i] = list[k]
	}
	return drawn
}

func (f *difference) print(w io.Writer, s *sources) {
	fmt.Fprintf(w, "         %s:%d:%d %s\n           %s\n", f.fact.File, f.fact.Line, f.fact.Column, f.fact.Name, s.line(f.fact.File, f.fact.Line))
	if e := f.edge; e != nil {
		fmt.Fprintf(w, "             ours  %s\n", e.describe(s))
	}
	for _, p := range f.fact.Targets {
		fmt.Fprintf(w, "             truth %s:%d  %s\n", p.File, p.Line, s.line(p.File, p.Line))
	}
	if len(f.fact.Targets) == 0 {
		fmt.Fprintf(w, "             truth outside: %s\n", f.fact.Outside)
	}
}

// describe returns the target of an edge.
func (e *edge) describe(s *sources) string {
	switch {
	case e.bound():
		return fmt.Sprintf("%s:%d  %s", e.TargetFile, e.TargetLine, s.line(e.TargetFile, e.TargetLine))
	case e.Package != "":
		return "package " + e.Package
	case len(e.Candidates) > 0:
		var places []string
		for _, c := range e.Candidates[:min(3, len(e.Candidates))] {
			places = append(places, fmt.Sprintf("%s:%d", c.File, c.Line))
		}
		return fmt.Sprintf("%d candidates: %s", len(e.Candidates), strings.Join(places, ", "))
	}
	return e.Tier
}
