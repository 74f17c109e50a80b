package termfilter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"codegraph/catalog/termfilter"
)

// randomTerm returns a folded term of letters, digits, other scripts and bytes
// that are no text.
func randomTerm(r *rand.Rand) string {
	alphabets := []string{"abcdefgh", "abcdefghijklmnopqrstuvwxyz0123456789_$", "日本語кодñé", "\x00\xff\x80a"}
	alphabet := []rune(alphabets[r.IntN(len(alphabets))])
	var b strings.Builder
	for range 1 + r.IntN(20) {
		b.WriteRune(alphabet[r.IntN(len(alphabet))])
	}
	s := b.String()
	if len(s) > 1 && r.IntN(20) == 0 {
		return s[:len(s)-1] // may end within a character
	}
	return s
}

// TestFilterMissesNothing asks filters for every term, and for parts of them,
// that they were made of.
func TestFilterMissesNothing(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 1))
		terms := make([]string, 1+r.IntN(3000))
		if seed == 0 {
			terms = make([]string, 200_000) // wide prints
		}
		for i := range terms {
			terms[i] = randomTerm(r)
		}
		f := termfilter.Build(slices.Values(terms))
		packed, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var sent termfilter.Filter
		if err := sent.UnmarshalBinary(packed); err != nil {
			t.Fatal(err)
		}
		for _, term := range terms {
			i := r.IntN(len(term))
			j := i + r.IntN(len(term)-i+1)
			for _, a := range []struct {
				Mode termfilter.Mode
				Text string
			}{
				{Mode: termfilter.Exact, Text: term}, {Mode: termfilter.Prefix, Text: term[:j]}, {Mode: termfilter.Contains, Text: term[i:j]},
			} {
				if !f.May(a.Mode, a.Text) || !sent.May(a.Mode, a.Text) {
					t.Fatalf("seed %d: %s %q of %q is missed", seed, a.Mode, a.Text, term)
				}
			}
		}
	}
}

// TestFilterExcludes counts how often a filter holds a term that it was not
// made of: at most one in a hundred, for small and large projects.
func TestFilterExcludes(t *testing.T) {
	for _, n := range []int{20_000, 120_000, 129_000, 400_000} {
		terms := func(kind string) func(yield func(string) bool) {
			return func(yield func(string) bool) {
				for i := range n {
					if !yield(fmt.Sprintf("%s%d", kind, i)) {
						return
					}
				}
			}
		}
		f := termfilter.Build(terms("in"))
		wrong := 0
		for term := range terms("out") {
			if f.May(termfilter.Exact, term) {
				wrong++
			}
		}
		share := float64(wrong) / float64(n)
		size := 0
		for _, r := range f.Rows() {
			size += len(r.Prints)
		}
		t.Logf("%d terms: %.2f%% wrong, %d bytes", n, 100*share, size)
		if share > 0.01 {
			t.Errorf("%d terms: %.2f%% wrong", n, 100*share)
		}
	}
}

// TestTrigrams makes sure that a text of three bytes is held if it occurs, and
// not otherwise.
func TestTrigrams(t *testing.T) {
	f := termfilter.Build(slices.Values([][]byte{[]byte("abcd"), []byte("xy"), []byte("q")}))
	var held []string
	for _, a := range "abcdxyq" {
		for _, b := range "abcdxyq" {
			for _, c := range "abcdxyq" {
				if text := string([]rune{a, b, c}); f.May(termfilter.Contains, text) {
					held = append(held, text)
				}
			}
		}
	}
	if want := []string{"abc", "bcd"}; !slices.Equal(held, want) {
		t.Errorf("held: %q, want %q", held, want)
	}
	for text, want := range map[string]bool{"abc": true, "ab": true, "bcd": false, "xy": true, "cd": false} {
		if got := f.May(termfilter.Prefix, text); got != want {
			t.Errorf("prefix %q: %v", text, got)
		}
	}
}

// FuzzFilter reads packed filters of strangers.
func FuzzFilter(f *testing.F) {
	good, err := termfilter.Build(slices.Values([]string{"alpha", "beta"})).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good, "alpha")
	f.Add([]byte{0, 0, 1, 0, 0, 0, 9}, "x")
	f.Add([]byte{1, 0, 255, 255, 255, 255}, "x")
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		var g termfilter.Filter
		if err := g.UnmarshalBinary(data); err != nil {
			return
		}
		for _, mode := range []termfilter.Mode{termfilter.Exact, termfilter.Prefix, termfilter.Contains} {
			g.May(mode, text)
		}
		back, err := g.MarshalBinary()
		if err != nil || !slices.Equal(back, data) {
			t.Errorf("%x became %x, %v", data, back, err)
		}
	})
}

// TestMalformedRow makes sure that a row that is not well formed excludes
// nothing.
func TestMalformedRow(t *testing.T) {
	for _, prints := range [][]byte{{9}, {2, 1}, {3, 1, 2}, {0, 0, 0}} {
		if !termfilter.Holds(prints, 5) {
			t.Errorf("% x excludes", prints)
		}
	}
}
