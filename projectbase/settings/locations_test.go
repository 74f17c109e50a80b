package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/projectbase"
)

func TestBaseDir(t *testing.T) {
	root := t.TempDir()
	if got, want := BaseDir(root, Locations{}), filepath.Join(root, ".codegraph"); got != want {
		t.Errorf("usual place %s, want %s", got, want)
	}
	if got, want := BaseDir(root, Locations{DirName: ".cg"}), filepath.Join(root, ".cg"); got != want {
		t.Errorf("other name %s, want %s", got, want)
	}
	bases := Locations{Bases: t.TempDir()}
	here := BaseDir(root, bases)
	if filepath.Dir(here) != bases.Bases || !strings.HasPrefix(filepath.Base(here), filepath.Base(root)+"-") {
		t.Errorf("index of %s in %s: %s", root, bases.Bases, here)
	}
	alias := filepath.Join(t.TempDir(), "alias")
	if err := os.Symlink(root, alias); err != nil {
		t.Fatal(err)
	}
	if got := BaseDir(alias, bases); got != here {
		t.Errorf("two indexes of one root: %s and %s", got, here)
	}
	t.Chdir(root)
	if got := BaseDir(".", bases); got != here {
		t.Errorf("a relative root: %s, want %s", got, here)
	}
	if BaseDir(t.TempDir(), bases) == here {
		t.Error("two roots of one name share an index")
	}
}

func TestFindRoot(t *testing.T) {
	root, bases := t.TempDir(), t.TempDir()
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, l := range []Locations{{}, {DirName: ".cg"}, {Bases: bases}} {
		if got, ok := FindRoot(deep, l); ok {
			t.Fatalf("%+v: found %s without an index", l, got)
		}
		for _, at := range []string{root, filepath.Join(root, "a")} {
			base := BaseDir(at, l)
			if err := os.MkdirAll(base, 0o755); err != nil {
				t.Fatal(err)
			}
			if got, _ := FindRoot(deep, l); got == at {
				t.Errorf("%+v: a directory without an index is a root", l)
			}
			if err := os.WriteFile(filepath.Join(base, IndexName), nil, 0o644); err != nil {
				t.Fatal(err)
			}
			if got, ok := FindRoot(deep, l); !ok || got != at {
				t.Errorf("%+v: found %q, want %q", l, got, at)
			}
		}
	}
}

func TestLocationsCheck(t *testing.T) {
	for name, good := range map[string]bool{"": true, ".cg": true, "codegraph": true, "..": false, ".": false, "a/b": false, `a\b`: false, ".git": false, "a\nb": false} {
		if err := (Locations{DirName: name}).Check(); (err == nil) != good || err != nil && !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
