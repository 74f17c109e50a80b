package projectbase

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestFoldAgreesWithEqualFold(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		s := string(r)
		for _, other := range []rune{unicode.SimpleFold(r), unicode.ToLower(r), unicode.ToUpper(r), r + 1} {
			o := string(other)
			if got, want := Fold(s) == Fold(o), strings.EqualFold(s, o); got != want {
				t.Fatalf("Fold(%q) == Fold(%q) is %v, EqualFold says %v", s, o, got, want)
			}
		}
		if f := Fold(s); Fold(f) != f {
			t.Fatalf("Fold(%q) = %q is not its own fold", s, f)
		}
	}
}

func TestFoldAgreesWithRegexp(t *testing.T) {
	tests := []struct{ a, b string }{
		{"Kelvin", "\u212aELVIN"}, {"\u017fun", "SUN"}, {"STRASSE", "straße"},
		{"Σίσυφος", "ΣΊΣΥΦΟΣ"}, {"İ", "i"}, {"ı", "I"}, {"ǅ", "ǆ"}, {"plain", "PLAIN"},
	}
	for _, tt := range tests {
		want := regexp.MustCompile("^(?i:" + regexp.QuoteMeta(tt.a) + ")$").MatchString(tt.b)
		if got := Fold(tt.a) == Fold(tt.b); got != want {
			t.Errorf("Fold(%q) == Fold(%q) is %v, a regular expression says %v", tt.a, tt.b, got, want)
		}
	}
}

func TestFoldKeepsInvalidBytes(t *testing.T) {
	if got, want := Fold("A\xffB\xc3"), "a\xffb\xc3"; got != want {
		t.Errorf("Fold = %q, want %q", got, want)
	}
}
