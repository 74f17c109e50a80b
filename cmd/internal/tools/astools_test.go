package tools

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"
)

// forPeople are texts with commands that no tool does, or that no assistant
// reads.
var forPeople = []string{
	"codegraph token create", "codegraph parser", "codegraph node", "codegraph publish", "codegraph doctor", "codegraph config show", "codegraph project ", "codegraph setup", "codegraph hook", "codegraph mcp", "codegraph serve",
	"CODEGRAPH_DIR=.codegraph-index codegraph init", "--catalog", "sync --git", "--git FROM..TO", "build codegraph from",
}

var spoken = regexp.MustCompile(`(^|[^\w/.-])codegraph [a-z]|[a-z] --[a-z]`)

// TestEveryHintNamesTools looks at every text that a package below the command
// line may answer with: what an assistant gets of it names no command or flag.
func TestEveryHintNamesTools(t *testing.T) {
	seen := 0
	for _, dir := range []string{"../../../projectbase", "../../../catalog", "../../../federation", "../workspace", "../tool", "../question", "../graph", "../measure", "../action", "../register"} {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/git/") || strings.Contains(path, "/catalogtest/") {
				return err
			}
			for at, text := range mustTexts(t, path) {
				if !spoken.MatchString(text) {
					continue
				}
				seen++
				if got := tool.AsTools(text); spoken.MatchString(got) && !isForPeople(got) {
					t.Errorf("%s: %q becomes %q", at, text, got)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 25 {
		t.Errorf("%d texts with commands were found", seen)
	}
}

func isForPeople(text string) bool {
	for _, p := range forPeople {
		text = strings.ReplaceAll(text, p, "")
	}
	return !spoken.MatchString(text)
}

// mustTexts returns the string literals of a file by position, but for those
// that document a tool, which assistants do not get.
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
			if key, ok := kv.Key.(*ast.Ident); ok && (key.Name == "Doc" || key.Name == "Example" || key.Name == "Verb") {
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

// TestNotesForAssistants renders the same page for a person and for an
// assistant: only what we say ourselves differs.
func TestNotesForAssistants(t *testing.T) {
	page := func() *tool.Page {
		p := &tool.Page{}
		p.Line("x := \"run: codegraph init\"")
		p.Note("nothing; run: codegraph scan DIR --index")
		return p
	}
	const source = "x := \"run: codegraph init\"\n"
	if got, want := page().Render(tool.TextOptions{}), source+"nothing; run: codegraph scan DIR --index\n"; got != want {
		t.Errorf("for a person: %q, want %q", got, want)
	}
	if got, want := page().Render(tool.TextOptions{Assistant: true}), source+"nothing; call codegraph_scan {\"path\":\"DIR\",\"index\":true}\n"; got != want {
		t.Errorf("for an assistant: %q, want %q", got, want)
	}
}

// TestRepliesNameTools asks for what leads on where there is nothing.
func TestRepliesNameTools(t *testing.T) {
	r, err := register.Projects().Reply(&register.ProjectsIn{}, &register.ProjectsOut{})
	if err != nil || !strings.Contains(r.Text, "codegraph_scan") || spoken.MatchString(r.Text) {
		t.Errorf("%q, %v", r.Text, err)
	}
}
