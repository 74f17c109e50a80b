package links

import (
	"cmp"
	"strconv"
	"strings"
)

// Satisfies reports whether a version satisfies required, a version or range from a
// manifest. known is false for ecosystems with complex rules and for invalid
// versions. In Go, a required version is the minimum within its major version; Cargo
// and npm have semantic ranges.
func Satisfies(ecosystem, required, found string) (ok, known bool) {
	v, isVersion := parseVersion(strings.TrimPrefix(strings.TrimSpace(found), "v"))
	if !isVersion || v.parts < 3 {
		return false, false
	}
	switch ecosystem {
	case "go":
		min, isVersion := parseVersion(strings.TrimPrefix(required, "v"))
		if !isVersion || min.parts < 3 {
			return false, false
		}
		return v.compare(min) >= 0 && v.n[0] == min.n[0], true
	case "npm":
		required = strings.TrimPrefix(required, "workspace:")
		if required == "^" || required == "~" {
			return true, true // of the version that the workspace has
		}
		return anyOf(required, v, false)
	case "cargo":
		return anyOf(strings.ReplaceAll(required, ",", " "), v, true)
	}
	return false, false
}

// version is a semantic version, or the first parts of one.
type version struct {
	n     [3]uint64
	parts int    // how many of n were written
	pre   string // after the hyphen; "" if it is a release
}

func parseVersion(s string) (version, bool) {
	var v version
	s, _, _ = strings.Cut(s, "+")
	s, v.pre, _ = strings.Cut(s, "-")
	for part := range strings.SplitSeq(s, ".") {
		if part == "x" || part == "X" || part == "*" {
			return v, v.pre == ""
		}
		n, err := strconv.ParseUint(part, 10, 32)
		if err != nil || v.parts == 3 {
			return version{}, false
		}
		v.n[v.parts] = n
		v.parts++
	}
	return v, true
}

func (v version) compare(o version) int {
	for i := range v.n {
		if c := cmp.Compare(v.n[i], o.n[i]); c != 0 {
			return c
		}
	}
	if v.pre == "" || o.pre == "" {
		return cmp.Compare(len(o.pre), len(v.pre)) // a release comes after what precedes it
	}
	a, b := strings.Split(v.pre, "."), strings.Split(o.pre, ".")
	for i := range min(len(a), len(b)) {
		if c := compareIdentifier(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func compareIdentifier(a, b string) int {
	x, errA := strconv.ParseUint(a, 10, 64)
	y, errB := strconv.ParseUint(b, 10, 64)
	switch {
	case errA == nil && errB == nil:
		return cmp.Compare(x, y)
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return cmp.Compare(a, b)
}

// next returns the first version in which the part at i is greater.
func (v version) next(i int) version {
	var n version
	copy(n.n[:], v.n[:i+1])
	n.n[i]++
	n.parts = 3
	return n
}

// span is the versions from low up to but not high, or with it.
type span struct {
	low, high       version
	open            bool // no upper end
	above, included bool // low itself is out; high itself is in
}

// anyOf reports whether one of the ranges between || holds v.
func anyOf(ranges string, v version, caret bool) (ok, known bool) {
	for r := range strings.SplitSeq(ranges, "||") {
		in, understood := allOf(r, v, caret)
		if !understood {
			return false, false
		}
		ok = ok || in
	}
	return ok, true
}

// allOf reports whether every comparator of a range holds v. As npm and Cargo
// have it, what precedes a release is in a range only if the range names
// another such of the same release.
func allOf(s string, v version, caret bool) (ok, known bool) {
	if from, to, hyphen := strings.Cut(s, " - "); hyphen {
		s = ">=" + strings.TrimSpace(from) + " <=" + strings.TrimSpace(to)
	}
	for _, op := range []string{">=", "<=", "^", "~", ">", "<", "="} { // "^ 1.2" is one comparator
		for strings.Contains(s, op+" ") {
			s = strings.ReplaceAll(s, op+" ", op)
		}
	}
	ok = true
	named := v.pre == ""
	for _, f := range strings.Fields(s) {
		r, understood := comparator(f, caret)
		if !understood {
			return false, false
		}
		for _, end := range []version{r.low, r.high} {
			named = named || end.pre != "" && end.n == v.n
		}
		ok = ok && r.holds(v)
	}
	return ok && named, true
}

func (r span) holds(v version) bool {
	low, high := v.compare(r.low), v.compare(r.high)
	return (low > 0 || low == 0 && !r.above) && (r.open || high < 0 || high == 0 && r.included)
}

// comparator reads ^1.2, ~1.2, >=1, 1.x and their like. A bare version is a
// caret range where caret says so.
func comparator(s string, caret bool) (span, bool) {
	op := ""
	for _, o := range []string{">=", "<=", "^", "~", ">", "<", "="} {
		if rest, ok := strings.CutPrefix(s, o); ok {
			op, s = o, rest
			break
		}
	}
	v, ok := parseVersion(strings.TrimPrefix(s, "v"))
	if !ok || s == "" {
		return span{}, false
	}
	if op == "" && caret && !strings.Contains(s, "*") {
		op = "^"
	}
	if v.parts == 0 {
		return span{open: true}, op != "<" && op != ">"
	}
	last := v.parts - 1
	switch op {
	case "^":
		i := 0
		for i < last && v.n[i] == 0 {
			i++
		}
		return span{low: v, high: v.next(i)}, true
	case "~":
		return span{low: v, high: v.next(min(last, 1))}, true
	case ">=":
		return span{low: v, open: true}, true
	case ">":
		if v.parts < 3 {
			return span{low: v.next(last), open: true}, true
		}
		return span{low: v, above: true, open: true}, true
	case "<":
		return span{high: v}, true
	case "<=":
		if v.parts < 3 {
			return span{high: v.next(last)}, true
		}
		return span{high: v, included: true}, true
	}
	if v.parts < 3 {
		return span{low: v, high: v.next(last)}, true
	}
	return span{low: v, high: v, included: true}, true
}
