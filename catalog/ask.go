package catalog

import (
	"slices"
	"strings"
)

// Ask is a question to the filters of some projects.
type Ask struct {
	Mode AskMode `json:"mode,omitzero"`
	Text string  `json:"text,omitzero"` // folded by projectbase.Fold, also for questions that heed case

	// Present holds the projects in question, with the stamps that their bases
	// have now. A project whose base could not be stamped has a zero one.
	Present map[ProjectID]Stamp `json:"present,omitzero"`
}

// AskMode says how a term must fit the text.
type AskMode string

// Modes.
const (
	AskExact    AskMode = "exact"    // it is the text
	AskPrefix   AskMode = "prefix"   // it begins with the text
	AskContains AskMode = "contains" // the text is in it; also for a literal that a regular expression needs
)

// Candidates is the answer to an Ask. A project of Present that is in neither
// list holds no such term. Both are sorted.
type Candidates struct {
	May     []ProjectID `json:"may,omitzero"`     // its filter counts and does not exclude it
	Unknown []ProjectID `json:"unknown,omitzero"` // no filter that counts: open it. After that, Restamp or PutFilter
}

// Probe is a print that a filter holds if what is asked for is there.
type Probe struct {
	Bucket int
	Print  uint32 // 24 bits
}

// Probes returns what must all be in a filter, what excludes most first. There
// are none if filters cannot tell: the text is too short for the mode (three
// bytes; two for a prefix), or the mode is unknown.
func (a Ask) Probes() []Probe {
	from := 0
	switch a.Mode {
	case AskExact:
		h := termPrint(a.Text)
		return []Probe{{Bucket: int(h >> 24), Print: h & 0xffffff}}
	case AskPrefix:
		from = -1
	case AskContains:
	default:
		return nil
	}
	var grams []uint32
	for i := from; i+2 < len(a.Text); i++ {
		grams = append(grams, gramAt(a.Text, i))
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

// commonness guesses how frequent a trigram is, from its letters.
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
