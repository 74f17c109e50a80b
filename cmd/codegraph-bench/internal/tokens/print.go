package tokens

import (
	"fmt"
	"io"
	"slices"
)

// tokenSum adds up questions of one kind.
type tokenSum struct {
	name               string
	ours, grep, whole  []int
	lostGrep, lostBoth int // questions for which CodeGraph costs more than grep, and than grep with files
}

func (s *tokenSum) add(row row) {
	s.ours, s.grep, s.whole = append(s.ours, row.Ours), append(s.grep, row.Grep), append(s.whole, row.Whole)
	if row.Ours > row.Grep {
		s.lostGrep++
	}
	if row.Ours > row.Whole {
		s.lostBoth++
	}
}

func middleOf(values []int) int {
	v := slices.Sorted(slices.Values(values))
	return (v[(len(v)-1)/2] + v[len(v)/2]) / 2
}

func total(values []int) int {
	sum := 0
	for _, v := range values {
		sum += v
	}
	return sum
}

// markdown prints the table of README.md.
func (r *tokenReport) markdown(w io.Writer) {
	kinds := map[string]string{"defined": "where is X defined, what is it", "used": "where is X used", "called": "who calls X",
		"changed": "what does a change of X concern", "folder": "what is in this folder", "project": "what is this project"}
	var sums []*tokenSum
	all := &tokenSum{name: "all"}
	for _, row := range r.Rows {
		name := fmt.Sprintf("%s | `%s`", kinds[row.Kind], row.Tool)
		i := slices.IndexFunc(sums, func(s *tokenSum) bool { return s.name == name })
		if i < 0 {
			i = len(sums)
			sums = append(sums, &tokenSum{name: name})
		}
		sums[i].add(row)
		all.add(row)
	}
	fmt.Fprint(w, "| question | tool | asked | CodeGraph | grep or list | with files | more than grep alone |\n|---|---|---|---|---|---|---|\n")
	for _, s := range sums {
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", s.name, len(s.ours), middleOf(s.ours), middleOf(s.grep), middleOf(s.whole), s.lostGrep)
	}
	fmt.Fprintf(w, "| median of all | | %d | %d | %d | %d | %d |\n", len(all.ours), middleOf(all.ours), middleOf(all.grep), middleOf(all.whole), all.lostGrep)
	fmt.Fprintf(w, "| sum of all | | %d | %d | %d | %d | |\n\n", len(all.ours), total(all.ours), total(all.grep), total(all.whole))
	fmt.Fprintf(w, "Of %d answers %d cost more than grep alone and %d more than grep with the files. Before its first\nquestion a session reads the list of tools: %d tokens of `standard`, %d of `lean`, %d of `all`.\n",
		len(all.ours), all.lostGrep, all.lostBoth, r.Once["standard"], r.Once["lean"], r.Once["all"])
}
