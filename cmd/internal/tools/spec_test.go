package tools

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"codegraph/cmd/internal/action"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
	"codegraph/projectbase/query/report"
	"codegraph/projectbase/query/search"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"
)

func TestSpecs(t *testing.T) {
	names := map[string]bool{}
	snake := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	if len(All()) < 10 {
		t.Fatalf("All has %d tools", len(All()))
	}
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			if !snake.MatchString(s.Name) || names[s.Name] {
				t.Errorf("name %q is not snake_case or not unique", s.Name)
			}
			names[s.Name] = true
			if n := len(s.Summary()); n == 0 || n >= 80 {
				t.Errorf("the summary has %d characters: %q", n, s.Summary())
			}
			if !strings.Contains(s.Doc, "\n") {
				t.Error("the documentation does not say when to use it")
			}
			if s.Hints.ReadOnly && s.Hints.Destructive {
				t.Error("hints contradict each other")
			}
			if s.Command.Group != "" && !strings.HasPrefix(s.Command.Example, "codegraph "+strings.ReplaceAll(s.Name, "_", "-")) {
				t.Errorf("example %q is not of the verb", s.Command.Example)
			}
			for _, f := range s.Parameters() {
				if !snake.MatchString(f.Name) && f.Name != "-" {
					t.Errorf("field %q is not snake_case", f.Name)
				}
				if f.Name != "-" && f.Doc == "" {
					t.Errorf("field %s has no description", f.Name)
				}
				if len(f.Doc) > 100 {
					t.Errorf("description of %s has %d characters", f.Name, len(f.Doc))
				}
			}
			s.NewCommand(nil) // panics on a field that no flag can have
		})
	}
}

// TestEnums holds the struct tags against the words that they repeat.
func TestEnums(t *testing.T) {
	enum := func(s *tool.Spec, name string) []string {
		for _, f := range s.Parameters() {
			if f.Name == name {
				return f.Enum
			}
		}
		return nil
	}
	if d := cmp.Diff(search.Modes(), enum(question.Query(), "mode")); d != "" {
		t.Errorf("modes (-words +tags):\n%s", d)
	}
	if d := cmp.Diff(projectbase.LineTypes(), enum(question.Query(), "type_filter")); d != "" {
		t.Errorf("line types (-words +tags):\n%s", d)
	}
	if len(action.DescribeSections()) != 5 {
		t.Errorf("sections = %v", action.DescribeSections())
	}
	sections := ""
	for _, f := range question.Export().Parameters() {
		if f.Name == "what" {
			sections = f.Doc
		}
	}
	if want := "Of " + strings.Join(report.Sections(), ", ") + "; default: all"; sections != want {
		t.Errorf("description of what = %q, want %q", sections, want)
	}
}

func TestCommand(t *testing.T) {
	five := 5
	tests := []struct {
		name string
		spec *tool.Spec
		args string
		want any // nil: wrong usage
	}{
		{"defaults", question.Query(), "x", &question.QueryIn{Term: "x", Mode: "exact"}},
		{"everything", question.Query(), "x --mode regex --case-sensitive --file src --type code --type comment --since 7d --limit 5",
			&question.QueryIn{Term: "x", Mode: "regex", CaseSensitive: true, File: "src", TypeFilter: []string{"code", "comment"}, ModifiedSince: "7d", Limit: &five}},
		{"flag before argument", question.Query(), "--limit=5 x", &question.QueryIn{Term: "x", Mode: "exact", Limit: &five}},
		{"dashes end flags", question.Query(), "-- --x", &question.QueryIn{Term: "--x", Mode: "exact"}},
		{"argument missing", question.Query(), "", nil},
		{"too many arguments", question.Query(), "x y", nil},
		{"unknown flag", question.Query(), "x --bogus", nil},
		{"unknown mode", question.Query(), "x --mode fuzzy", nil},
		{"unknown type", question.Query(), "x --type code --type klass", nil},
		{"no number", question.Query(), "x --limit many", nil},
		{"hidden field", question.Query(), "x --format json", nil},
		{"all that follow", question.Signatures(), "a b c", &question.SignaturesIn{Files: []string{"a", "b", "c"}}},
		{"none of them", question.Signatures(), "", &question.SignaturesIn{}},
		{"at least one of them", action.Remove(), "", nil},
		{"optional argument", question.Tree(), "--depth 2", &question.TreeIn{Depth: 2}},
		{"no argument at all", question.Status(), "x", nil},
		{"unknown section", action.Describe(), "bogus text", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got any
			cmd := tt.spec.NewCommand(func(_ *cobra.Command, in any) error { got = in; return nil })
			cmd.SetArgs(strings.Fields(tt.args))
			cmd.SilenceErrors, cmd.SilenceUsage = true, true
			cmd.SetOut(io.Discard)
			cmd.GroupID = "" // the root has the groups
			cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return errors.Join(projectbase.ErrUsage, err) })
			err := cmd.ExecuteContext(context.Background())
			if tt.want == nil {
				if !errors.Is(err, projectbase.ErrUsage) {
					t.Errorf("error = %v, want ErrUsage; input %+v", err, got)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(question.QueryIn{})); d != "" {
				t.Errorf("input (-want +got):\n%s", d)
			}
		})
	}
}
