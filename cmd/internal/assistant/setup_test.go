package assistant

import (
	"errors"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the expected parts of testdata anew")

// TestSetup sets every assistant up in the files of each archive in testdata and
// compares with its want/ files. Before the files, the comment of an archive is
// a sentence and a last line: ASSISTANT SCOPE [hooks]. A second run changes
// nothing, and undoing gives the files that were there before.
func TestSetup(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) < len(clients) {
		t.Fatalf("%d archives for %d assistants, %v", len(archives), len(clients), err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			before, want := map[string]string{}, map[string]string{}
			for _, f := range a.Files {
				if rest, ok := strings.CutPrefix(f.Name, "want/"); ok {
					want[rest] = string(f.Data)
				} else {
					before[f.Name] = string(f.Data)
				}
			}
			lines := strings.Split(strings.TrimSpace(string(a.Comment)), "\n")
			args := strings.Fields(lines[len(lines)-1])
			dir := t.TempDir()
			mustWrite(t, dir, before)
			o := Options{Scope: Scope(args[1]), Hooks: len(args) > 2, Root: filepath.Join(dir, "project"), Home: filepath.Join(dir, "home"),
				Config: filepath.Join(dir, "home/.config"), Command: "codegraph"}
			if err := os.MkdirAll(o.Root, 0o755); err != nil {
				t.Fatal(err)
			}

			mustApply(t, args[0], o, Setup)
			got := mustRead(t, dir)
			if *update {
				mustUpdate(t, name, a, got)
			} else if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("files (-want +got):\n%s", d)
			}
			for _, c := range mustApply(t, args[0], o, Setup) {
				if c.Action != Unchanged {
					t.Errorf("the second time, %s: %s", c.File, c.Action)
				}
			}
			if d := cmp.Diff(got, mustRead(t, dir)); d != "" {
				t.Errorf("the second time (-first +second):\n%s", d)
			}
			mustApply(t, args[0], o, Unsetup)
			if d := cmp.Diff(before, mustRead(t, dir)); d != "" {
				t.Errorf("undone (-before +after):\n%s", d)
			}
		})
	}
}

func mustApply(t *testing.T, name string, o Options, plan func(string, Options) ([]Change, error)) []Change {
	t.Helper()
	changes, err := plan(name, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range changes {
		changes[i].Apply()
		if changes[i].Err != nil {
			t.Errorf("%s: %v", changes[i].File, changes[i].Err)
		}
	}
	return changes
}

func mustWrite(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// mustRead returns the files below dir.
func mustRead(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func mustUpdate(t *testing.T, name string, a *txtar.Archive, got map[string]string) {
	t.Helper()
	var files []txtar.File
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, "want/") {
			files = append(files, f)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(got)) {
		files = append(files, txtar.File{Name: "want/" + file, Data: []byte(got[file])})
	}
	if err := os.WriteFile(name, txtar.Format(&txtar.Archive{Comment: a.Comment, Files: files}), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSetupLeaves checks that setup names and keeps files that do not parse, lead
// out of the project or are not writable. Setup writes all other files.
func TestSetupLeaves(t *testing.T) {
	dir := t.TempDir()
	o := Options{Scope: ScopeProject, Root: filepath.Join(dir, "p"), Home: filepath.Join(dir, "h"), Command: "codegraph", Hooks: true}
	mustWrite(t, dir, map[string]string{"p/.mcp.json": "{broken", "p/CLAUDE.md": "# Mine\n", "outside.json": "{}\n"})
	if err := os.MkdirAll(filepath.Join(o.Root, ".claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../../outside.json", filepath.Join(o.Root, ".claude/settings.json")); err != nil {
		t.Fatal(err)
	}
	changes, err := Setup("claude", o)
	if err != nil {
		t.Fatal(err)
	}
	var actions []Action
	for i := range changes {
		changes[i].Apply()
		actions = append(actions, changes[i].Action)
	}
	if d := cmp.Diff([]Action{Refused, Changed, Refused}, actions); d != "" {
		t.Errorf("actions (-want +got):\n%s", d)
	}
	if !errors.Is(changes[0].Err, projectbase.ErrUnreadable) || !errors.Is(changes[2].Err, projectbase.ErrNotAllowed) {
		t.Errorf("errors = %v, %v", changes[0].Err, changes[2].Err)
	}
	files := mustRead(t, dir)
	if files["p/.mcp.json"] != "{broken" || files["outside.json"] != "{}\n" {
		t.Errorf("files = %q", files)
	}
}

// TestLinkedFile checks that setup keeps a symbolic link within the project and the
// permissions of its target.
func TestLinkedFile(t *testing.T) {
	dir := t.TempDir()
	mustWrite(t, dir, map[string]string{"shared/mcp.json": "{}\n"})
	if err := os.Chmod(filepath.Join(dir, "shared/mcp.json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("shared/mcp.json", filepath.Join(dir, ".mcp.json")); err != nil {
		t.Fatal(err)
	}
	mustApply(t, "claude", Options{Scope: ScopeProject, Root: dir, Command: "codegraph"}, Setup)
	if target, err := os.Readlink(filepath.Join(dir, ".mcp.json")); err != nil || target != "shared/mcp.json" {
		t.Errorf("link = %q, %v", target, err)
	}
	info, err := os.Stat(filepath.Join(dir, "shared/mcp.json"))
	if err != nil || info.Mode().Perm() != 0o600 || info.Size() < 10 {
		t.Errorf("file = %v, %v", info, err)
	}
}

// TestChangedMeanwhile checks that Apply keeps changes that another program has made
// after the plan.
func TestChangedMeanwhile(t *testing.T) {
	dir := t.TempDir()
	mustWrite(t, dir, map[string]string{".mcp.json": "{}\n"})
	changes, err := Setup("claude", Options{Root: dir, Command: "codegraph"})
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, dir, map[string]string{".mcp.json": "{\"new\": 1}\n"})
	changes[0].Apply()
	if changes[0].Action != Refused {
		t.Errorf("action = %s", changes[0].Action)
	}
	if d := cmp.Diff(map[string]string{".mcp.json": "{\"new\": 1}\n"}, mustRead(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
}

// TestClaudeProgram: Claude Code registers by itself where it is installed.
func TestClaudeProgram(t *testing.T) {
	dir := t.TempDir()
	var ran []string
	o := Options{Scope: ScopeUser, Root: dir, Home: dir, Command: "/bin/codegraph",
		Client: func(at, name string, args ...string) error {
			ran = append(ran, at+": "+name+" "+strings.Join(args, " "))
			return nil
		}}
	mustApply(t, "claude", o, Setup)
	mustWrite(t, dir, map[string]string{".claude.json": `{"mcpServers":{"codegraph":{}}}`})
	mustApply(t, "claude", o, Setup) // it is there now
	mustApply(t, "claude", o, Unsetup)
	want := []string{dir + ": claude mcp add --scope user codegraph -- /bin/codegraph mcp", dir + ": claude mcp remove --scope user codegraph"}
	if d := cmp.Diff(want, ran); d != "" {
		t.Errorf("ran (-want +got):\n%s", d)
	}
	o.Client = nil
	changes, err := Unsetup("claude", o)
	if err != nil || changes[0].Action != Refused || !errors.Is(changes[0].Err, projectbase.ErrNotFound) {
		t.Errorf("without the program: %+v, %v", changes, err)
	}
}

func TestSetupUsage(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
	}{
		{"emacs", Options{}}, {"claude", Options{Scope: "team"}}, {"cursor", Options{Hooks: true}}, {"windsurf", Options{Scope: ScopeProject}},
	} {
		if _, err := Setup(tt.name, tt.o); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("%s %+v: %v", tt.name, tt.o, err)
		}
	}
}
