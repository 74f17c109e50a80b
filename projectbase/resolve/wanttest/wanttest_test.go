package wanttest

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func TestCases(t *testing.T) { Run(t, "testdata/*.txtar") }

// TestWrongExpectationsFail breaks each part of an expectation.
func TestWrongExpectationsFail(t *testing.T) {
	const source = "-- a.go --\npackage p\n\ntype T struct{}\n\nfunc (T) M() {}\n\nfunc f(t T) {\n\tt.M() // want: WANT\n}\n"
	tests := []struct{ want, problem string }{
		{"call M exact -> T.M", ""},
		{"call M exact -> a.go:T.M", ""},
		{"call M exact -> T.M()", "missing"},
		{"call M scoped -> T.M", "missing: call M scoped -> T.M"},
		{"call M exact -> U.M", "missing: call M exact -> U.M"},
		{"call M exact -> b.go:T.M", "missing: call M exact -> b.go:T.M"},
		{"call N exact -> T.M", "missing: call N exact -> T.M"},
		{"call M unresolved", "missing: call M unresolved"},
		{"type M exact -> T.M", "missing: type M exact -> T.M"},
		{"declares method T.M", "missing: declares method T.M"},
		{"nothing call", "not expected: call M exact -> a.go:T.M"},
		{"nothing type", ""},
		{"call M exact", "cannot parse"},
		{"calls everything", "cannot parse"},
	}
	for _, tt := range tests {
		t.Run(tt.want, func(t *testing.T) {
			problems, err := Check(txtar.Parse([]byte(strings.Replace(source, "WANT", tt.want, 1))))
			got := strings.Join(problems, "\n")
			if err != nil {
				got = err.Error()
			}
			if (got == "") != (tt.problem == "") || !strings.Contains(got, tt.problem) {
				t.Errorf("Check = %q, want a text with %q", got, tt.problem)
			}
		})
	}
}

func TestArchiveWithoutExpectationFails(t *testing.T) {
	if _, err := Check(txtar.Parse([]byte("-- a.go --\npackage p\n"))); err == nil {
		t.Error("Check accepts an archive without expectations")
	}
}
