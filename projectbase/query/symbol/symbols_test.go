package symbol

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNameParts(t *testing.T) {
	for name, want := range map[string][]string{
		"Widget.Area":               {"Widget", "Area"},
		"ns::Widget::area()":        {"ns", "Widget", "area"},
		`App\Http->handle`:          {"App", "Http", "handle"},
		"operator==":                {"operator =="},
		"operator ==":               {"operator =="},
		"ns::S::operator()":         {"ns", "S", "operator ()"},
		"S.operator ->":             {"S", "operator ->"},
		"S::operator /":             {"S", "operator /"},
		`operator"" _km`:            {`operator"" _km`},
		"S::operator const char*":   {"S", "operator const char*"},
		"my_operator.==":            {"my_operator", "=="},
		"Registry.operator.Manager": {"Registry", "operator", "Manager"},
	} {
		if diff := cmp.Diff(want, nameParts(name)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
