package termfilter

import (
	"slices"
	"strings"
)

// Mode says how a term must match a text.
type Mode string

// Modes.
const (
	Exact    Mode = "exact"
	Prefix   Mode = "prefix"
	Contains Mode = "contains"
)

// Probe is a fingerprint that a filter holds if a matching term may exist.
type Probe struct {
	Bucket int
	Print  uint32 // 24 bits
}

// Probes returns the fingerprints that a filter must all hold, the most selective
// first. It returns none if a filter cannot decide: the text has fewer than three
// bytes (two for Prefix), or the mode is unknown.
func Probes(mode Mode, text string) []Probe {
	from := 0
	switch mode {
	case Exact:
		h := termPrint(text)
		return []Probe{{Bucket: int(h >> 24), Print: h & 0xffffff}}
	case Prefix:
		from = -1
	case Contains:
	default:
		return nil
	}
	var grams []uint32
	for i := from; i+2 < len(text); i++ {
		grams = append(grams, gramAt(text, i))
	}
	slices.Sort(grams)
	grams = slices.Compact(grams)
	slices.SortStableFunc(grams, func(x, y uint32) int { return commonness(x) - commonness(y) })
	probes := make([]Probe, len(grams))
	for i, g := range grams {
		p := gramPrint(g)
		probes[i] = Probe{Bucket: gramBase + int(p>>24), Print: p & 0xffffff}
	}
	return probes
}

// common has the letters of identifiers, the most frequent first.
const common = "etaoinrslcdpumfgh_bvykwxqzj0123456789"

// commonness estimates from its letters how frequent a trigram is.
func commonness(gram uint32) int {
	n := 0
	for range 3 {
		if i := strings.IndexByte(common, byte(gram)); i >= 0 {
			n += len(common) - i
		}
		gram >>= 8
	}
	return n
}
