package measure

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store/read"
)

// Confidence is the certainty that a symbol is unused.
type Confidence uint8

// The confidences, the lowest first.
const (
	ConfidenceLow    Confidence = iota // some uses of its name are unresolved, or only tests use it
	ConfidenceMedium                   // other uses of its name resolve to other symbols, or it is exported
	ConfidenceHigh                     // the name has no other use
)

var confidenceNames = [...]string{"low", "medium", "high"}

func (c Confidence) String() string { return confidenceNames[c] }

// ParseConfidence returns the confidence of a name.
func ParseConfidence(name string) (Confidence, bool) {
	i := slices.Index(confidenceNames[:], name)
	return Confidence(max(i, 0)), i >= 0
}

// UnusedSearch selects unused symbols.
type UnusedSearch struct {
	Files      string             // glob or directory; "" is all
	Nested     []projectbase.Path // directories to skip
	Confidence Confidence         // the lowest
	Exported   bool               // include exported symbols
	Limit      int                // 0 is all
}

// UnusedMatch is a symbol without known uses.
type UnusedMatch struct {
	Symbol     string           `json:"symbol"`
	Kind       string           `json:"kind"`
	File       projectbase.Path `json:"file"`
	LineNumber uint32           `json:"line_number"`
	Lines      uint32           `json:"lines"` // of the declaration
	Confidence string           `json:"confidence"`
	Reason     string           `json:"reason"`
	Project    string           `json:"project,omitempty"`
}

// UnusedAnswer lists unused symbols. A symbol inside of an unused symbol is no
// match of its own.
type UnusedAnswer struct {
	Matches      []UnusedMatch  `json:"matches"` // by confidence, highest first, then by path and line
	Total        int            `json:"total"`
	ByConfidence map[string]int `json:"by_confidence"` // of all findings, whatever the filters
	Lines        int            `json:"lines"`         // lines of all symbols in Total
}

// Unused returns the functions, types, variables and constants without uses. A
// use is a reference from a used symbol or from code outside of all symbols;
// ambiguous references count. Symbols that are used without a visible reference
// are left out: see protect. So are symbols whose names occur in strings or in
// files of other languages.
func Unused(ctx context.Context, b *query.Index, q UnusedSearch) (*UnusedAnswer, error) {
	files, err := query.NewGlob(q.Files)
	if err != nil {
		return nil, err
	}
	files.Nested = q.Nested
	var out *UnusedAnswer
	err = b.View(ctx, "unused", func(s *read.Snapshot) error {
		w, err := readWhole(ctx, b, s)
		if err != nil {
			return err
		}
		u := &unused{whole: w, q: q}
		if err := u.findUnits(); err != nil {
			return err
		}
		src := &query.Sources{Dir: b.Root()}
		defer src.Close()
		if err := u.mentions(s, src); err != nil {
			return err
		}
		out = u.answer(files)
		return nil
	})
	return out, err
}

// role is the part of a symbol in the search.
type role uint8

const (
	part      role = iota // belongs to its container: a field, a constructor
	candidate             // may be unused
	root                  // used without a visible reference
)

// unused is the state of one search.
type unused struct {
	*whole
	q UnusedSearch

	roles     []role
	tests     []bool  // is in a test
	testFiles []bool  // by file: of tests or benchmarks
	holder    []int32 // see whole.holders
	foreign   []bool  // types with an external base type
	unit      []int32 // the candidate or root that a symbol is a part of, or is; the first of its declarations; nowhere for none
	uses      []pair  // between units, without those within one
	any       []bool  // used units
	plain     []bool  // units with uses outside of tests
	found     []*finding
}

// finding is an unused unit.
type finding struct {
	unit   int32
	spans  []lineRange // of its declarations
	name   string
	users  []int32 // other unused units that use it
	self   bool    // the unit uses itself
	others otherUses
	sure   Confidence
	reason string
	drop   bool // the unit turned out to be used
}

// lineRange is a range of lines of a file.
type lineRange struct {
	file       int32
	line, last uint32
}

// findUnits finds the units without uses, and those used only by tests.
func (u *unused) findUnits() error {
	if err := u.protect(); err != nil {
		return err
	}
	u.units()
	roots, plainRoots := u.rooted()
	selfUse := make([]bool, u.symbols())
	var plain []pair
	err := u.arcs(true, func(a arc) {
		to := u.unit[a.to]
		if to == nowhere {
			return
		}
		if a.from == nowhere || u.unit[a.from] == nowhere {
			roots[to] = true
			plainRoots[to] = plainRoots[to] || !u.testAt(a)
			return
		}
		from := u.unit[a.from]
		if from == to {
			selfUse[to] = selfUse[to] || a.kind == projectbase.RefCall
			return
		}
		u.uses = append(u.uses, pair{from, to})
		if !u.testAt(a) {
			plain = append(plain, pair{from, to})
		}
	})
	if err != nil {
		return err
	}
	// A use of a member is a use of its type.
	for n := range u.symbols() {
		if own := u.unit[n]; own == int32(n) && u.holder[n] != nowhere {
			if up := u.unit[u.holder[n]]; up != nowhere && up != own {
				u.uses, plain = append(u.uses, pair{own, up}), append(plain, pair{own, up})
			}
		}
	}
	newNeighbours(u.symbols(), u.uses).reach(roots)
	newNeighbours(u.symbols(), plain).reach(plainRoots)
	u.any, u.plain = roots, plainRoots
	u.collect(selfUse)
	return nil
}

func (u *unused) testAt(a arc) bool {
	if a.from == nowhere {
		return u.testFiles[a.file]
	}
	return u.tests[a.from]
}

// rooted returns the units that are used without a reference, and those of them
// outside of tests.
func (u *unused) rooted() (all, plain []bool) {
	all, plain = make([]bool, u.symbols()), make([]bool, u.symbols())
	for n, r := range u.roles {
		if own := u.unit[n]; r == root && own != nowhere {
			all[own] = true
			plain[own] = plain[own] || !u.tests[n]
		}
	}
	return all, plain
}

// units assigns each symbol to its unit.
func (u *unused) units() {
	same := u.declarations()
	// The overload of a call is not always known, so overloads form one unit.
	for n, first := range same {
		if u.roles[n] != candidate && u.roles[first] == candidate {
			u.roles[first] = u.roles[n]
		}
	}
	for n, first := range same {
		if u.roles[n] == candidate {
			u.roles[n] = u.roles[first]
		}
	}
	u.unit = make([]int32, u.symbols())
	for n := range u.unit {
		at := int32(n)
		for step := 0; at != nowhere && u.roles[at] == part; step++ {
			if at = u.holder[at]; step > 64 {
				at = nowhere
			}
		}
		if at != nowhere {
			at = same[at]
		}
		u.unit[n] = at
	}
}

// declarations returns for each symbol the first declaration of the same
// entity: overloads, a prototype and its definition, variants for several
// platforms.
func (u *unused) declarations() []int32 {
	type spot struct {
		unit, name, owner string
		holder            int32
		isType            bool
	}
	first := map[spot]int32{}
	same := make([]int32, u.symbols())
	u.each(func(number, _ int32, n symbol.Node) {
		s := n.Symbol()
		at := spot{n.File.Unit(), s.Name, s.Owner, u.holder[number], s.Kind.IsType()}
		if at.holder != nowhere {
			at.holder = same[at.holder]
		}
		if old, ok := first[at]; ok && at.holder <= number {
			same[number] = old
			return
		}
		first[at] = number
		same[number] = number
	})
	return same
}

// collect lists the units without uses outside of tests.
func (u *unused) collect(selfUse []bool) {
	byUnit := map[int32]*finding{}
	u.each(func(number, file int32, n symbol.Node) {
		own := u.unit[number]
		if own == nowhere || u.roles[number] != candidate || u.plain[own] {
			return
		}
		f := byUnit[own]
		if f == nil {
			f = &finding{unit: own, name: n.Symbol().Name, self: selfUse[own]}
			byUnit[own] = f
			u.found = append(u.found, f)
		}
		span := n.Symbol().Span
		f.spans = append(f.spans, lineRange{file, span.Line, max(span.EndLine, span.Line)})
	})
	for _, p := range u.uses {
		if f := byUnit[p.to]; f != nil && byUnit[p.from] != nil && u.holder[p.from] != p.to && !slices.Contains(f.users, p.from) && len(f.users) < 8 {
			f.users = append(f.users, p.from)
		}
	}
}

// answer makes the matches of the findings.
func (u *unused) answer(files query.Glob) *UnusedAnswer {
	out := &UnusedAnswer{Matches: []UnusedMatch{}, ByConfidence: map[string]int{}}
	for _, c := range confidenceNames {
		out.ByConfidence[c] = 0
	}
	byUnit := map[int32]*finding{}
	for _, f := range u.found {
		byUnit[f.unit] = f
	}
	for _, f := range u.found {
		n := u.node(f.unit)
		if f.drop || !files.Fits(n.File.Info.Path) || u.within(byUnit, f.unit) {
			continue
		}
		out.ByConfidence[f.sure.String()]++
		if f.sure < u.q.Confidence {
			continue
		}
		s := n.Symbol()
		lines := max(s.Span.EndLine, s.Span.Line) - s.Span.Line + 1
		out.Matches = append(out.Matches, UnusedMatch{Symbol: n.Qualified(), Kind: s.Kind.String(), File: n.File.Info.Path, LineNumber: s.NameLine,
			Lines: lines, Confidence: f.sure.String(), Reason: f.reason})
		out.Lines += int(lines)
	}
	out.Total = len(out.Matches)
	slices.SortStableFunc(out.Matches, CompareConfidence)
	if u.q.Limit > 0 && len(out.Matches) > u.q.Limit {
		out.Matches = out.Matches[:u.q.Limit]
	}
	return out
}

// CompareConfidence orders matches by confidence, the highest first.
func CompareConfidence(a, b UnusedMatch) int {
	x, _ := ParseConfidence(a.Confidence)
	y, _ := ParseConfidence(b.Confidence)
	return cmp.Compare(y, x)
}

// within reports whether a unit lies inside of another finding.
func (u *unused) within(byUnit map[int32]*finding, unit int32) bool {
	at := u.holder[unit]
	for step := 0; at != nowhere && step < 64; step++ {
		if f := byUnit[u.unit[at]]; u.unit[at] != nowhere && u.unit[at] != unit && f != nil && !f.drop {
			return true
		}
		at = u.holder[at]
	}
	return false
}

// conclude sets the confidence and reason of each finding, once the other uses
// of the names are known.
func (u *unused) conclude() {
	byUnit := map[int32]*finding{}
	for _, f := range u.found {
		byUnit[f.unit] = f
		f.sure, f.reason = u.confidenceOf(f)
	}
	// A finding with a used user is used. Its confidence is at most that of its users.
	// Both only decrease, so the loop ends.
	for changed := true; changed; {
		changed = false
		for _, f := range u.found {
			for _, by := range f.users {
				user := byUnit[by]
				if !f.drop && user.drop {
					f.drop, changed = true, true
				}
				if user.sure < f.sure {
					f.sure, changed = user.sure, true
				}
			}
		}
	}
}

// confidenceOf returns the confidence and reason of a finding.
func (u *unused) confidenceOf(f *finding) (Confidence, string) {
	sure, why := ConfidenceHigh, "no references"
	switch {
	case len(f.users) == 1:
		why = fmt.Sprintf("only used by %s, which is unused", u.node(f.users[0]).Qualified())
	case len(f.users) > 1:
		why = fmt.Sprintf("only used by %s and others, which are unused", u.node(f.users[0]).Qualified())
	case f.self:
		why = "only used by itself"
	}
	switch h := f.others; {
	case u.any[f.unit]:
		return ConfidenceLow, "only used by tests"
	case h.unknown > 0:
		return ConfidenceLow, why + "; " + count(h.unknown, "unresolved use of this name", "unresolved uses of this name")
	case h.elsewhere == 1:
		sure, why = ConfidenceMedium, why+"; the other use of this name resolves to another symbol"
	case h.elsewhere > 1:
		sure, why = ConfidenceMedium, fmt.Sprintf("%s; the %d other uses of this name resolve to other symbols", why, h.elsewhere)
	}
	if f.others.guarded {
		return ConfidenceLow, why + "; a framework may call it"
	}
	if u.exported(f.unit) {
		return min(sure, ConfidenceMedium), why + "; exported, so other projects may use it"
	}
	return sure, why
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
