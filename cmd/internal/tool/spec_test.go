package tool

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/query/report"
	"codegraph/projectbase/query/search"

	"github.com/google/go-cmp/cmp"
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
			for _, f := range s.fields(true) {
				if !snake.MatchString(f.name) && f.name != "-" {
					t.Errorf("field %q is not snake_case", f.name)
				}
				if f.name != "-" && f.Doc == "" {
					t.Errorf("field %s has no description", f.name)
				}
				if len(f.Doc) > 100 {
					t.Errorf("description of %s has %d characters", f.name, len(f.Doc))
				}
			}
			s.NewCommand(nil) // panics on a field that no flag can have
		})
	}
}

// TestEnums holds the struct tags against the words that they repeat.
func TestEnums(t *testing.T) {
	enum := func(s *Spec, name string) []string {
		for _, f := range s.fields(true) {
			if f.name == name {
				return f.Enum
			}
		}
		return nil
	}
	if d := cmp.Diff(search.Modes(), enum(Query(), "mode")); d != "" {
		t.Errorf("modes (-words +tags):\n%s", d)
	}
	if d := cmp.Diff(projectbase.LineTypes(), enum(Query(), "type_filter")); d != "" {
		t.Errorf("line types (-words +tags):\n%s", d)
	}
	if len(DescribeSections()) != 5 {
		t.Errorf("sections = %v", DescribeSections())
	}
	sections := ""
	for _, f := range Export().fields(true) {
		if f.name == "what" {
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
		spec *Spec
		args string
		want any // nil: wrong usage
	}{
		{"defaults", Query(), "x", &QueryIn{Term: "x", Mode: "exact"}},
		{"everything", Query(), "x --mode regex --case-sensitive --file src --type code --type comment --since 7d --limit 5",
			&QueryIn{Term: "x", Mode: "regex", CaseSensitive: true, FileFilter: "src", TypeFilter: []string{"code", "comment"}, ModifiedSince: "7d", Limit: &five}},
		{"flag before argument", Query(), "--limit=5 x", &QueryIn{Term: "x", Mode: "exact", Limit: &five}},
		{"dashes end flags", Query(), "-- --x", &QueryIn{Term: "--x", Mode: "exact"}},
		{"argument missing", Query(), "", nil},
		{"too many arguments", Query(), "x y", nil},
		{"unknown flag", Query(), "x --bogus", nil},
		{"unknown mode", Query(), "x --mode fuzzy", nil},
		{"unknown type", Query(), "x --type code --type klass", nil},
		{"no number", Query(), "x --limit many", nil},
		{"hidden field", Query(), "x --format json", nil},
		{"all that follow", Signatures(), "a b c", &SignaturesIn{Files: []string{"a", "b", "c"}}},
		{"none of them", Signatures(), "", &SignaturesIn{}},
		{"at least one of them", Remove(), "", nil},
		{"optional argument", Tree(), "--depth 2", &TreeIn{Depth: 2}},
		{"no argument at all", Status(), "x", nil},
		{"unknown section", Describe(), "bogus text", nil},
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
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("input (-want +got):\n%s", d)
			}
		})
	}
}

func TestParseFileRange(t *testing.T) {
	for arg, want := range map[string]FileRange{
		"a.go":       {File: "a.go"},
		"a.go:4":     {"a.go", 4, 4},
		"a.go:4-9":   {"a.go", 4, 9},
		"c:/x/a.go":  {File: "c:/x/a.go"},
		"a:b":        {File: "a:b"},
		"a:1:b.go:7": {"a:1:b.go", 7, 7},
	} {
		if got, err := ParseFileRange(arg); err != nil || got != want {
			t.Errorf("ParseFileRange(%q) = %+v, %v; want %+v", arg, got, err, want)
		}
	}
	for _, arg := range []string{"a.go:0", "a.go:9-4", ":4", "a.go:0-4"} {
		if got, err := ParseFileRange(arg); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("ParseFileRange(%q) = %+v, %v; want ErrUsage", arg, got, err)
		}
	}
}

func TestSetRange(t *testing.T) {
	for text, want := range map[string]SyncIn{
		"HEAD~3..HEAD": {Git: true, FromCommit: "HEAD~3", ToCommit: "HEAD"},
		"abc..":        {Git: true, FromCommit: "abc"},
	} {
		var got SyncIn
		if err := got.SetRange(text); err != nil || got != want {
			t.Errorf("SetRange(%q) = %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "HEAD", "..HEAD", "a...b", "--upload-pack=x..y", "a..--output=x"} {
		var got SyncIn
		if err := got.SetRange(text); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("SetRange(%q) = %+v, %v; want ErrUsage", text, got, err)
		}
	}
}
