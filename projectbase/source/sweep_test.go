package source

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
)

// known converts a listing into recorded state.
func known(l *Listing, racy bool) Known {
	k := Known{Dirs: l.Dirs, Deciders: l.Deciders, Skipped: l.Skipped}
	for _, f := range l.Files {
		k.Files = append(k.Files, KnownFile{Path: f.Path, Stat: f.Stat, Racy: racy && Racy(f.Stat, time.Now())})
	}
	return k
}

// settle marks recent stamps as reliable, because only the test changes the
// files.
func settle(k *Known) {
	for i := range k.Dirs {
		k.Dirs[i].Racy = false
	}
	for i := range k.Deciders {
		k.Deciders[i].Racy = false
	}
	for i := range k.Skipped {
		k.Skipped[i].Racy = false
	}
}

func TestSweep(t *testing.T) {
	at := func(root, p string) string { return filepath.Join(root, filepath.FromSlash(p)) }
	must := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, root string)
		want   Changes
	}{
		{"nothing", func(*testing.T, string) {}, Changes{}},
		{"an edit", func(t *testing.T, root string) { mustWrite(t, at(root, "d/b.go"), "longer") },
			Changes{Modified: []projectbase.Path{"d/b.go"}}},
		{"an edit of the same size with the old time", func(t *testing.T, root string) {
			info, err := os.Stat(at(root, "a.go"))
			must(t, err)
			mustWrite(t, at(root, "a.go"), "A")
			must(t, os.Chtimes(at(root, "a.go"), info.ModTime(), info.ModTime()))
		}, Changes{Modified: []projectbase.Path{"a.go"}}},
		{"an older time", func(t *testing.T, root string) {
			must(t, os.Chtimes(at(root, "a.go"), time.Unix(1000, 0), time.Unix(1000, 0)))
		}, Changes{Modified: []projectbase.Path{"a.go"}}},
		{"a new file", func(t *testing.T, root string) { mustWrite(t, at(root, "d/new.go"), "") }, Changes{Rescan: true, Because: "d"}},
		{"a deleted file", func(t *testing.T, root string) { must(t, os.Remove(at(root, "d/b.go"))) },
			Changes{Missing: []projectbase.Path{"d/b.go"}, Rescan: true, Because: "d"}},
		{"a file that is now a directory", func(t *testing.T, root string) {
			must(t, os.Remove(at(root, "a.go")))
			must(t, os.Mkdir(at(root, "a.go"), 0o755))
		}, Changes{Missing: []projectbase.Path{"a.go"}, Rescan: true, Because: "."}},
		{"a deleted directory", func(t *testing.T, root string) { must(t, os.RemoveAll(at(root, "d"))) },
			Changes{Missing: []projectbase.Path{"d/b.go"}, Rescan: true, Because: "."}},
		{"an edited ignore file", func(t *testing.T, root string) { mustWrite(t, at(root, ".gitignore"), "out2\n") },
			Changes{Rescan: true, Because: ".gitignore"}},
		{"a skipped file that shrank", func(t *testing.T, root string) { mustWrite(t, at(root, "large.go"), "") },
			Changes{Rescan: true, Because: "large.go"}},
		{"a script that became one", func(t *testing.T, root string) { mustWrite(t, at(root, "script"), "#!/bin/sh\n") },
			Changes{Rescan: true, Because: "script"}},
		{"settings that appear", func(t *testing.T, root string) { mustWrite(t, at(root, ".codegraph/config.json"), "{}") },
			Changes{Rescan: true, Because: "ROOT/.codegraph/config.json"}},
		{"a configuration that git's takes in", func(t *testing.T, root string) {
			mustWrite(t, at(root, "home/extra.cfg"), "[core]\nignoreCase = true\n")
		}, Changes{Rescan: true, Because: "ROOT/home/extra.cfg"}},
		{"what is ignored", func(t *testing.T, root string) { mustWrite(t, at(root, "out/x.go"), "other") }, Changes{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := t.TempDir()
			mustTree(t, root, "a.go", "a", "d/b.go", "b", "out/x.go", "", ".gitignore", "out\n", "large.go", "0123456789", "script", "", ".codegraph/", "",
				"home/.gitconfig", "[include]\npath = extra.cfg\n", "home/extra.cfg", "")
			k := known(mustScan(t, root, func(o *Options) {
				o.Settings.MaxFileSize = 8
				o.ConfigFile = filepath.Join(root, ".codegraph/config.json")
				o.Git = git.Environment{Home: filepath.Join(root, "home")}
			}), false)
			settle(&k)
			tc.change(t, root)
			got, err := Sweep(context.Background(), root, k, Hooks{})
			if err != nil {
				t.Fatal(err)
			}
			if rel, err := filepath.Rel(root, got.Because); err == nil {
				got.Because = "ROOT/" + rel
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// On a coarse clock, an edit in the same tick as the reading does not change
// the stamp. Only the Racy mark finds it.
func TestSweepRacy(t *testing.T) {
	root := t.TempDir()
	mustTree(t, root, "a.go", "a", "old.go", "b")
	old := time.Now().Add(-time.Hour).UnixNano()
	const tick = int64(2 * time.Second)
	start := time.Now().UnixNano() / tick * tick
	coarse := Hooks{Stat: func(p projectbase.Path, s projectbase.Stat) projectbase.Stat {
		s.ModTime, s.Changed = start, start
		if p == "old.go" {
			s.ModTime, s.Changed = old, old
		}
		return s
	}}
	scan := func() *Listing { return mustScan(t, root, func(o *Options) { o.Hooks = coarse }) }
	sweep := func(k Known) Changes {
		t.Helper()
		c, err := Sweep(context.Background(), root, k, coarse)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	k := known(scan(), true)
	settle(&k)
	mustWrite(t, root+"/a.go", "A")
	if diff := cmp.Diff(Changes{Modified: []projectbase.Path{"a.go"}}, sweep(k)); diff != "" {
		t.Errorf("a recent file (-want +got):\n%s", diff)
	}
	k.Files[0].Racy = false
	if c := sweep(k); !c.None() {
		t.Errorf("the clock is too fine for the test: %+v", c)
	}
	if c := sweep(known(scan(), false)); !c.Rescan {
		t.Errorf("a recent directory is not racy: %+v", c)
	}
	if now := time.Now(); !Racy(projectbase.Stat{ModTime: now.UnixNano()}, now) || Racy(projectbase.Stat{ModTime: now.UnixNano(), Changed: old}, now) {
		t.Error("Racy must use the change time, or the modification time if there is none")
	}
}

func TestSweepErrors(t *testing.T) {
	if _, err := Sweep(context.Background(), filepath.Join(t.TempDir(), "none"), Known{}, Hooks{}); !errors.Is(err, projectbase.ErrUnreadable) {
		t.Errorf("no root: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Sweep(ctx, t.TempDir(), Known{}, Hooks{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// The budget is 16 ms for 10,000 files on one thread.
func BenchmarkSweep(b *testing.B) {
	root := b.TempDir()
	mustBigTree(b, root)
	l, err := Scan(context.Background(), root, Options{Settings: settings.Default(), Classify: byExtension, Git: git.Environment{Home: b.TempDir()}})
	if err != nil {
		b.Fatal(err)
	}
	k := known(l, false)
	settle(&k)
	b.Run("two", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if c, err := Sweep(context.Background(), root, k, Hooks{}); err != nil || !c.None() {
				b.Fatal(c, err)
			}
		}
	})
	b.Run("one", func(b *testing.B) {
		b.ReportAllocs()
		handle, err := openDir(root, true)
		if err != nil {
			b.Fatal(err)
		}
		defer handle.close()
		for b.Loop() {
			s := sweeper{handle: handle}
			if s.all(context.Background(), k); !s.None() {
				b.Fatal(s.Changes)
			}
		}
	})
}
