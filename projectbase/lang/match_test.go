package lang_test

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase/lang"
)

// TestMatches compares with the pattern alone, on texts of few letters.
func TestMatches(t *testing.T) {
	patterns := []lang.Finder{
		{Regexp: regexp.MustCompile(`a(b)`), May: lang.Has("ab")},
		{Regexp: regexp.MustCompile(`(?m)^ *(b)[^\n]*a`), May: lang.Has("b")},
		{Regexp: regexp.MustCompile(`b\s?(a|(b))\s?c`), May: lang.Has("bc", "a", "b")},
		{Regexp: regexp.MustCompile(`(c)`)},
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 2000 {
		text := make([]byte, random.IntN(60))
		for i := range text {
			text[i] = "abc  \n\n\n"[random.IntN(8)]
		}
		for _, p := range patterns {
			want, got := p.FindAllSubmatchIndex(text, -1), p.Matches(text)
			if found += len(want); !cmp.Equal(want, got) {
				t.Fatalf("%s in %q: %v, want %v", p, text, got, want)
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d matches in all", found)
	}
}
