package federation_test

import (
	"errors"
	"testing"

	"codegraph/federation"
	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

func TestParseScope(t *testing.T) {
	for text, want := range map[string]federation.Scope{
		"":                    {},
		"self":                {},
		"all":                 {Kind: federation.ScopeAll},
		"dependencies":        {Kind: federation.ScopeDependencies},
		"dependencies:2":      {Kind: federation.ScopeDependencies, Depth: 2},
		"dependents":          {Kind: federation.ScopeDependents},
		"dependents:1":        {Kind: federation.ScopeDependents, Depth: 1},
		"tag:backend":         {Kind: federation.ScopeTag, Names: []string{"backend"}},
		"glob:shop-*":         {Kind: federation.ScopeGlob, Names: []string{"shop-*"}},
		"shop":                {Kind: federation.ScopeNames, Names: []string{"shop"}},
		"shop, ui ,../lib":    {Kind: federation.ScopeNames, Names: []string{"shop", "ui", "../lib"}},
		"github.com/a:b":      {Kind: federation.ScopeNames, Names: []string{"github.com/a:b"}},
		"dependencies2":       {Kind: federation.ScopeNames, Names: []string{"dependencies2"}},
		"/src/with blank/lib": {Kind: federation.ScopeNames, Names: []string{"/src/with blank/lib"}},
	} {
		got, err := federation.ParseScope(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
		if got.Alone() != (text == "" || text == "self") {
			t.Errorf("%q: alone is %v", text, got.Alone())
		}
	}
	for _, text := range []string{"dependencies:", "dependencies:0", "dependencies:-1", "dependents:x", "tag:", "glob:", ",", "a,,b", " "} {
		if s, err := federation.ParseScope(text); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("%q: %+v, %v", text, s, err)
		}
	}
}
