package scan

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"codegraph/projectbase/settings"

	"github.com/google/go-cmp/cmp"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// write makes files, by their slash-separated paths below dir.
func writeTree(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func runGit(t testing.TB, dir string, args ...string) {
	t.Helper()
	args = append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"}, args...)
	if out, err := exec.CommandContext(t.Context(), "git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// lines returns the projects of a walk as "path kind", indexed ones with a *.
func (w *walk) lines(t testing.TB, dir string) []string {
	t.Helper()
	if w.limit == 0 {
		w.limit = time.Minute
	}
	if w.list == nil {
		w.list = os.ReadDir
	}
	must(t, w.run(t.Context(), dir))
	list := []string{}
	for _, c := range w.found {
		rel, err := filepath.Rel(dir, c.Root)
		must(t, err)
		line := rel + " " + string(c.Kind)
		if c.Indexed {
			line += "*"
		}
		list = append(list, line)
	}
	return list
}

func TestWalkFindsProjects(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{
		"repo/a.go":                          "package a\n",
		"repo/sub/go.mod":                    "module sub\n", // a repository's own manifest
		"repo/nested/.codegraph/index.db":    "",
		"repo/node_modules/dep/.git/HEAD":    "ref: x\n", // a cache
		"mod/go.mod":                         "module mod\n",
		"mod/deeper/package.json":            "{}",
		"ws/go.work":                         "go 1.24\n",
		"ws/one/go.mod":                      "module one\n",
		"sln/All.sln":                        "",
		"crates/Cargo.toml":                  "[workspace]\nmembers = [\"a\"]\n",
		"npm/package.json":                   `{"workspaces": ["packages/*"]}`,
		"pnpm/pnpm-workspace.yaml":           "packages: [\"packages/*\"]\n",
		"maven/pom.xml":                      "<project><groupId>g</groupId><artifactId>a</artifactId><modules><module>m</module></modules></project>",
		"gradle/settings.gradle":             "include ':a'\n",
		"gradle1/settings.gradle":            "rootProject.name = 'a'\n",
		"uv/pyproject.toml":                  "[tool.uv.workspace]\nmembers = [\"a\"]\n",
		"cmake/CMakeLists.txt":               "project(c)\nadd_subdirectory(sub)\n",
		"group/py/pyproject.toml":            "[project]\nname = \"x\"\n",
		"group/plain/readme.txt":             "x\n",
		"loose/.codegraph/index.db":          "",
		".hidden/go.mod":                     "module hidden\n",
		".dotrepo/.git/HEAD":                 "ref: x\n",
		"rust/Cargo.toml":                    "[package]\nname = \"r\"\n",
		"rust/target/package/x-1/Cargo.toml": "[package]\nname = \"x\"\n",
	})
	runGit(t, filepath.Join(dir, "repo"), "init", "-q")
	runGit(t, filepath.Join(dir, "repo"), "add", "a.go")
	runGit(t, filepath.Join(dir, "repo"), "commit", "-qm", "x")
	runGit(t, filepath.Join(dir, "repo"), "worktree", "add", "-q", "../tree")
	runGit(t, filepath.Join(dir), "init", "-q", "super")
	runGit(t, filepath.Join(dir, "super"), "submodule", "--quiet", "add", filepath.Join(dir, "repo"), "module")
	must(t, os.Symlink(dir, filepath.Join(dir, "group", "loop")))
	must(t, os.Symlink(filepath.Join(dir, "repo"), filepath.Join(dir, "linked")))

	want := []string{".dotrepo git", "cmake manifest", "crates workspace", "gradle workspace", "gradle1 manifest", "group/py manifest", "loose *",
		"maven workspace", "mod manifest", "npm workspace", "pnpm workspace", "repo git", "repo/nested *", "rust manifest",
		"sln workspace", "super git", "super/module git", "tree git", "uv workspace", "ws workspace"}
	if diff := cmp.Diff(want, (&walk{}).lines(t, dir)); diff != "" {
		t.Error(diff)
	}
	shallow := []string{".dotrepo git", "cmake manifest", "crates workspace", "gradle workspace", "gradle1 manifest", "loose *", "maven workspace",
		"mod manifest", "npm workspace", "pnpm workspace", "repo git", "rust manifest", "sln workspace", "super git", "tree git", "uv workspace", "ws workspace"}
	if diff := cmp.Diff(shallow, (&walk{depth: 1}).lines(t, dir)); diff != "" {
		t.Errorf("one directory deep:\n%s", diff)
	}
}

// TestWalkGoesOn meets a directory that never answers and one that may not be
// read: each costs itself alone.
func TestWalkGoesOn(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{"a/go.mod": "module a\n", "hangs/go.mod": "module h\n", "refuses/go.mod": "module r\n", "z/go.mod": "module z\n"})
	release := make(chan struct{})
	defer close(release)
	w := &walk{limit: time.Second, list: func(name string) ([]fs.DirEntry, error) {
		switch filepath.Base(name) {
		case "hangs":
			<-release
		case "refuses":
			return nil, fs.ErrPermission
		}
		return os.ReadDir(name)
	}}
	if diff := cmp.Diff([]string{"a manifest", "z manifest"}, w.lines(t, dir)); diff != "" {
		t.Error(diff)
	}
	if len(w.unread) != 2 || !errors.Is(w.unread[0].Err, errSlow) || !errors.Is(w.unread[1].Err, fs.ErrPermission) {
		t.Errorf("unread: %v", w.unread)
	}
}

// TestWalkSkipsSystemDirectories walks the root directory.
func TestWalkSkipsSystemDirectories(t *testing.T) {
	w := &walk{at: settings.Locations{}}
	for name, want := range map[string]bool{"proc": false, "sys": false, "dev": false, "run": false, "home": true} {
		if got := w.worth("/", name, nil); got != want {
			t.Errorf("/%s: %v", name, got)
		}
	}
	if !w.worth("/src", "dev", nil) {
		t.Error("a directory called dev elsewhere is passed over")
	}
}
