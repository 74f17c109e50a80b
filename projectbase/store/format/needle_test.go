package format_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"codegraph/projectbase/store/format"
)

// TestNeedle compares with the search of the standard library.
func TestNeedle(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	letters := func(n int) string {
		s := make([]byte, n)
		for i := range s {
			s[i] = "eeeeaqz\xc3\xa9\xff"[random.IntN(10)]
		}
		return string(s)
	}
	found := 0
	for range 20000 {
		text, part := letters(random.IntN(40)), letters(random.IntN(5))
		from := random.IntN(len(text) + 1)
		want := strings.Index(text[from:], part)
		if want >= 0 {
			want += from
			found++
		}
		if got := format.NewNeedle(part).In([]byte(text), from); got != want {
			t.Fatalf("%q in %q from %d: %d, want %d", part, text, from, got, want)
		}
	}
	if found < 5000 {
		t.Errorf("found %d times", found)
	}
}

func TestRequiredLiteral(t *testing.T) {
	tests := []struct{ expr, want string }{
		{"new[a-z]+reader", "reader"}, {"abc", "abc"}, {"(ab)(c)d*", "abc"}, {"a|b", ""}, {"(?i)ABC", "abc"}, {"(xyz)+", "xyz"},
		{"(xyz)*", ""}, {"x{2,}", "x"}, {"a(?i:B)c", "abc"}, {"^foo$", "foo"}, {"[", ""}, {"a?bcd", "bcd"},
	}
	for _, tt := range tests {
		if got := string(format.RequiredLiteral(tt.expr)); got != tt.want {
			t.Errorf("RequiredLiteral(%q) = %q, want %q", tt.expr, got, tt.want)
		}
	}
}
