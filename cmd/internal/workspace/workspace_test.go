package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/settings"
)

// mustTree makes a directory with the named empty files and returns its path,
// links resolved.
func mustTree(t *testing.T, files ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := filepath.Join(root, f)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestWorkspaceFile(t *testing.T) {
	root := mustTree(t, "p/a.go", "p/sub/a.go", "p/sub/only.go", "outside.go")
	if err := os.Symlink(filepath.Join(root, "p"), filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	p := index.Project{Root: filepath.Join(root, "p")}
	tests := []struct {
		name, dir, file string
		want            projectbase.Path // "": not allowed
	}{
		{"from the root", "p", "sub/a.go", "sub/a.go"},
		{"what is not there", "p", "gone/x.go", "gone/x.go"},
		{"cleaned", "p", "./sub//../a.go", "a.go"},
		{"the working directory's goes first", "p/sub", "a.go", "sub/a.go"},
		{"else the root's", "p/sub", "sub/only.go", "sub/only.go"},
		{"upward within the root", "p/sub", "../a.go", "a.go"},
		{"absolute", "p", filepath.Join(root, "p/a.go"), "a.go"},
		{"absolute through a link", "p", filepath.Join(root, "link/sub/a.go"), "sub/a.go"},
		{"the root itself", "p", ".", "."},
		{"from elsewhere", ".", "a.go", "a.go"},
		{"out of the root", "p", "../outside.go", ""},
		{"out of the root and gone", "p", "../../../gone.go", ""},
		{"from below out of the root", "p/sub", "../../outside.go", ""},
		{"absolute out of the root", "p", "/etc/passwd", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := &Workspace{Dir: filepath.Join(root, tt.dir)}
			got, err := d.File(p, tt.file)
			if tt.want == "" {
				if !errors.Is(err, projectbase.ErrNotAllowed) {
					t.Errorf("file %q = %q, %v; want ErrNotAllowed", tt.file, got, err)
				}
			} else if err != nil || got != tt.want {
				t.Errorf("file %q = %q, %v; want %q", tt.file, got, err, tt.want)
			}
		})
	}
	if _, err := (&Workspace{Dir: root}).File(p, ""); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("empty name: %v, want ErrUsage", err)
	}
}

func TestWorkspaceFind(t *testing.T) {
	root := mustTree(t, "p/.codegraph/index.db", "p/sub/deep/x.go", "other/.codegraph/notes.txt", "named/.idx/index.db")
	tests := []struct {
		name, dir, project string
		at                 settings.Locations
		want               string // "": not indexed
	}{
		{"here", "p", "", settings.Locations{}, "p"},
		{"above", "p/sub/deep", "", settings.Locations{}, "p"},
		{"named", ".", "p", settings.Locations{}, "p"},
		{"named, not above", "p/sub", "deep", settings.Locations{}, ""},
		{"none", ".", "", settings.Locations{}, ""},
		{"another tool's directory", "other", "", settings.Locations{}, ""},
		{"another name", "named", "", settings.Locations{DirName: ".idx"}, "named"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := &Workspace{Dir: filepath.Join(root, tt.dir), Locations: tt.at}
			p, err := d.Find(tt.project)
			if tt.want == "" {
				var hint *projectbase.HintError
				if !errors.Is(err, projectbase.ErrNotIndexed) || !errors.As(err, &hint) {
					t.Errorf("find = %+v, %v; want ErrNotIndexed with a hint", p, err)
				}
			} else if err != nil || p.Root != filepath.Join(root, tt.want) {
				t.Errorf("find = %+v, %v; want %s", p, err, tt.want)
			}
		})
	}
	d := &Workspace{Dir: root}
	if _, err := d.Find("nowhere"); !errors.Is(err, projectbase.ErrNotFound) {
		t.Errorf("missing directory: %v, want ErrNotFound", err)
	}
	if _, err := d.Find("p/sub/deep/x.go"); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("a file: %v, want ErrUsage", err)
	}
}
