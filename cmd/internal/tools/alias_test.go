package tools

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

// TestAliases gives each alias of each tool to the decoder of MCP and HTTP and to
// the command line. The input must be the one of the parameter's own name.
func TestAliases(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, s := range All() {
		for _, p := range s.Parameters() {
			for _, alias := range p.Aliases {
				seen[alias] = true
				t.Run(s.Name+"/"+alias, func(t *testing.T) { checkAlias(t, s, p, alias) })
			}
		}
	}
	for _, alias := range []string{"name", "method", "target", "type", "term", "query", "file_filter", "language", "kind"} {
		if !seen[alias] {
			t.Errorf("no tool has the alias %s", alias)
		}
	}
}

func checkAlias(t *testing.T, s *tool.Spec, p tool.Parameter, alias string) {
	value := p.Sample()
	arguments := func(name string) []byte {
		given := map[string]any{name: value}
		for _, o := range s.Parameters() {
			if o.Required && o.Name != p.Name {
				given[o.Name] = o.Sample()
			}
		}
		text, err := json.Marshal(given)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	want, err := s.Decode(arguments(p.Name))
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Decode(arguments(alias))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); d != "" {
		t.Errorf("input (-%s +%s):\n%s", p.Name, alias, d)
	}
	if s.InputSchema().Properties[alias] != nil {
		t.Errorf("the schema lists %s", alias)
	}
	both := []byte(strings.Replace(string(arguments(p.Name)), "{", `{"`+alias+`":null,`, 1))
	if _, err := s.Decode(both); !errors.Is(err, projectbase.ErrUsage) || !strings.Contains(err.Error(), alias) {
		t.Errorf("%s and %s together: %v", p.Name, alias, err)
	}
	if p.OnCommandLine {
		checkAliasFlag(t, s, p, alias)
	}
}

// checkAliasFlag compares the flag of an alias with the one of the parameter.
func checkAliasFlag(t *testing.T, s *tool.Spec, p tool.Parameter, alias string) {
	parse := func(name string) any {
		var in any
		cmd := s.NewCommand(func(_ *cobra.Command, got any) error { in = got; return nil })
		args := []string{"--" + strings.ReplaceAll(name, "_", "-") + "=" + p.SampleText()}
		for _, o := range s.Parameters() {
			if o.Required && o.Name != p.Name {
				args = append(args, o.SampleText())
			}
		}
		cmd.SetArgs(args)
		cmd.SetOut(io.Discard)
		cmd.SilenceErrors, cmd.SilenceUsage, cmd.GroupID = true, true, ""
		if err := cmd.Execute(); err != nil {
			t.Fatalf("%q: %v", args, err)
		}
		return in
	}
	if d := cmp.Diff(parse(p.Name), parse(alias), cmp.Exporter(func(reflect.Type) bool { return true })); d != "" {
		t.Errorf("flags (-%s +%s):\n%s", p.Name, alias, d)
	}
}

func TestDuplicateArguments(t *testing.T) {
	t.Parallel()
	for _, s := range All() {
		for _, p := range s.Parameters() {
			if _, err := s.Decode([]byte(`{"` + p.Name + `":null,"` + p.Name + `":null}`)); !errors.Is(err, projectbase.ErrUsage) || !strings.Contains(err.Error(), "twice") {
				t.Errorf("%s with %s twice: %v", s.Name, p.Name, err)
			}
		}
	}
}
