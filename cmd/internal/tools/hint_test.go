package tools

import (
	"codegraph/projectbase"
	"encoding/json"
	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"
)

// forPeople are texts that only people read, or that name a command which is no
// tool.
var forPeople = []string{
	"codegraph token create", "codegraph parser", "codegraph publish", "codegraph config show", "codegraph project ", "codegraph projects",
	"CODEGRAPH_DIR=.codegraph-index codegraph init", "--catalog", "sync --git", "--git FROM..TO", "build codegraph from", "codegraph scan DIR", "codegraph %s",
}

var command = regexp.MustCompile(`(^|[^\w/.-])codegraph [a-z]|[a-z] --[a-z]`)

// TestTextsHoldNoCommands checks every string that a package below the command
// line may answer with: a command belongs in a Hint, which an assistant gets as a
// call of a tool.
func TestTextsHoldNoCommands(t *testing.T) {
	t.Parallel()
	files := 0
	for _, dir := range []string{"../../../projectbase", "../../../catalog", "../../../federation", "../workspace", "../tool", "../fanout", "../question", "../graph", "../measure", "../action", "../register", "../upload"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/git/") || strings.Contains(path, "test/") {
				return err
			}
			files++
			for at, text := range mustTexts(t, path) {
				if !isForPeople(text) {
					t.Errorf("%s: %q names a command: use a Hint", at, text)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if files < 100 {
		t.Errorf("only %d files were checked", files)
	}
}

func isForPeople(text string) bool {
	for _, p := range forPeople {
		text = strings.ReplaceAll(text, p, "")
	}
	return !command.MatchString(text)
}

// mustTexts returns the string literals of a file by position, without the
// documentation of tools and the commands of hints.
func mustTexts(t *testing.T, path string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		if kv, ok := n.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && (key.Name == "Doc" || key.Name == "Example" || key.Name == "Command") {
				return false
			}
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts[set.Position(lit.Pos()).String()] = text
		}
		return true
	})
	return texts
}

// TestNotesForAssistants renders a page with a hint for a person and for an
// assistant.
func TestNotesForAssistants(t *testing.T) {
	t.Parallel()
	page := func() *tool.Page {
		p := &tool.Page{}
		p.Line("x := \"run: codegraph init\"")
		p.Hints("nothing; ", projectbase.Suggest("", "scan", projectbase.Positional("path", "DIR"), projectbase.Flag("index", true)))
		return p
	}
	const source = "x := \"run: codegraph init\"\n"
	if got, want := page().Render(tool.TextOptions{}), source+"nothing; run: codegraph scan DIR --index\n"; got != want {
		t.Errorf("for a person: %q, want %q", got, want)
	}
	if got, want := page().Render(tool.TextOptions{Assistant: true}), source+"nothing; call codegraph_scan {\"index\":true,\"path\":\"DIR\"}\n"; got != want {
		t.Errorf("for an assistant: %q, want %q", got, want)
	}
}

// TestSuggestedCommands parses the command and the call of hints: both must give
// the same input.
func TestSuggestedCommands(t *testing.T) {
	t.Parallel()
	flag, pos := projectbase.Flag, projectbase.Positional
	for _, h := range []tool.Hint{
		projectbase.Suggest("", "query", pos("term", "a b"), flag("mode", "contains"), flag("scope", "all")),
		projectbase.Suggest("", "query", pos("term", "--x"), flag("limit", 5)),
		projectbase.Suggest("", "scan", pos("path", "DIR"), flag("index", true)),
		projectbase.Suggest("", "init", flag("rebuild", true)),
		projectbase.Suggest("", "signature", pos("file", "a.go")),
		projectbase.Suggest("", "signatures", pos("files", []string{"a.go", "b"})),
		projectbase.Suggest("", "callers", pos("symbol", "a.b"), flag("depth", 2)),
	} {
		i := slices.IndexFunc(All(), func(s *tool.Spec) bool { return tool.Prefix+s.Name == h.Tool })
		if i < 0 {
			t.Errorf("no tool %s", h.Tool)
			continue
		}
		s := All()[i]
		arguments, err := json.Marshal(h.Arguments)
		if err != nil {
			t.Fatal(err)
		}
		want, err := s.Decode(arguments)
		if err != nil {
			t.Errorf("%s %s: %v", h.Tool, arguments, err)
			continue
		}
		var got any
		cmd := s.NewCommand(func(_ *cobra.Command, in any) error { got = in; return nil })
		cmd.SilenceErrors, cmd.SilenceUsage, cmd.GroupID = true, true, ""
		cmd.SetArgs(words(h.Command)[2:])
		if err := cmd.Execute(); err != nil {
			t.Errorf("%s: %v", h.Command, err)
			continue
		}
		if d := cmp.Diff(mustFields(t, want), mustFields(t, got)); d != "" {
			t.Errorf("%s (-call +command):\n%s", h.Command, d)
		}
	}
}

// mustFields returns an input as its JSON has it, without the mode, whose default
// only the command line fills in.
func mustFields(t *testing.T, in any) map[string]any {
	t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{}
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	delete(fields, "mode")
	return fields
}

// words splits a command like a shell.
func words(command string) []string {
	var list []string
	for _, w := range regexp.MustCompile(`'[^']*'|[^ ]+`).FindAllString(command, -1) {
		list = append(list, strings.Trim(w, "'"))
	}
	return list
}

// TestEmptyAnswersSuggestTools checks the hint of an answer without results.
func TestEmptyAnswersSuggestTools(t *testing.T) {
	t.Parallel()
	r, err := register.Projects().Reply(&register.ProjectsIn{}, &register.ProjectsOut{})
	if err != nil || !strings.Contains(r.Text, "codegraph_scan") || command.MatchString(r.Text) {
		t.Errorf("%q, %v", r.Text, err)
	}
}
