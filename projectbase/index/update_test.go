package index

import (
	"errors"
	"os"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/settings"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func (f *fixture) update(atomic bool, edits ...Edit) ([]UpdateReport, error) {
	f.Helper()
	reports, err := f.Update(f.Context(), f.p, edits, UpdateOptions{Atomic: atomic})
	for i := range reports {
		reports[i].DurationMS = 0
	}
	return reports, err
}

func TestUpdateReportsWhatDiffers(t *testing.T) {
	f := newFixture(t, map[string]string{"a.go": "package a\n\nvar one = two\n", "gone.go": "package a\n"})
	f.mustInit(InitOptions{})
	f.write("a.go", "package a\n\nvar one = three\n\nvar four = 4\n")
	f.write("new.go", "package a\n\nvar five = 5\n")
	must(t, os.Remove(f.path("gone.go")))
	got, err := f.update(false, Edit{File: "a.go", From: 3, To: 5}, Edit{File: "new.go"}, Edit{File: "gone.go"})
	if err != nil {
		t.Fatal(err)
	}
	want := []UpdateReport{
		{Success: true, File: "a.go", ItemsAdded: 2, ItemsRemoved: 1, LinesUpdated: 1},
		{Success: true, File: "new.go", ItemsAdded: 2, LinesUpdated: 2},
		{Success: true, File: "gone.go", ItemsRemoved: 1, LinesUpdated: 1, Removed: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	f.checkFresh("update")
	got, err = f.update(false, Edit{File: "a.go"})
	if diff := cmp.Diff([]UpdateReport{{Success: true, File: "a.go", Unchanged: true}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestBadEditsFailAlone(t *testing.T) {
	tests := []struct {
		name string
		edit Edit
		want error
	}{
		{"outside", Edit{File: "../b.go"}, projectbase.ErrNotAllowed},
		{"never there", Edit{File: "nowhere.go"}, projectbase.ErrNotFound},
		{"no language", Edit{File: "note.txt"}, projectbase.ErrUsage},
		{"lines backwards", Edit{File: "a.go", From: 3, To: 2}, projectbase.ErrUsage},
		{"binary", Edit{File: "binary.go"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t, twoFiles)
			f.mustInit(InitOptions{})
			if tt.want == nil {
				f.write("binary.go", "\x00")
			}
			f.write("a.go", "package a\n\nvar changed int\n")
			before := f.export()
			_, err := f.update(true, Edit{File: "a.go"}, tt.edit)
			if tt.want != nil && (!errors.Is(err, tt.want) || before != f.export()) {
				t.Errorf("atomic: error is %v", err)
			}
			reports, err := f.update(false, Edit{File: "a.go"}, tt.edit)
			if err != nil || len(reports) != 2 || !errors.Is(reports[1].Err, tt.want) || reports[1].Success != (tt.want == nil) {
				t.Errorf("%+v, %v", reports, err)
			}
			f.checkFresh(tt.name)
		})
	}
}

func TestUpdateOfAnIgnoredFileStays(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.write(".gitignore", "sub/\n")
	if r := f.mustInit(InitOptions{}); r.FilesIndexed != 1 {
		t.Fatalf("report %+v", r)
	}
	got, err := f.update(false, Edit{File: "sub/b.go"})
	if err != nil || !got[0].Success || got[0].ItemsAdded == 0 || !strings.Contains(got[0].Note, "extra_files") {
		t.Errorf("%+v, %v", got, err)
	}
	if r := f.mustSync(); r.FilesIndexed != 2 {
		t.Errorf("report %+v", r)
	}
	f.checkFresh("update")
}

// TestUpdateUndoesRemove updates removed files. The configuration must be as
// before the removal, unless it excluded more.
func TestUpdateUndoesRemove(t *testing.T) {
	tests := []struct {
		name, ignored, removed string
		success                bool
		note                   string
		exclude, extra         []string
	}{
		{"a file", "", "sub/b.go", true, "removed from exclude", nil, nil},
		{"an ignored file", "sub/\n", "sub/b.go", true, "extra_files", nil, []string{"sub/b.go"}},
		{"a file of a removed directory", "", "sub", false, "", []string{"sub"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t, twoFiles)
			f.mustInit(InitOptions{})
			if _, err := f.Remove(t.Context(), f.p, []projectbase.Path{projectbase.Path(tt.removed)}, UpdateOptions{}); err != nil {
				t.Fatal(err)
			}
			f.write(".gitignore", tt.ignored)
			got, err := f.update(false, Edit{File: "sub/b.go"})
			if err != nil || got[0].Success != tt.success || !strings.Contains(got[0].Note, tt.note) {
				t.Errorf("%+v, %v", got, err)
			}
			s, err := settings.Load(f.p.Base)
			must(t, err)
			if diff := cmp.Diff([][]string{tt.exclude, tt.extra}, [][]string{s.Exclude, s.ExtraFiles}, cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
			if !tt.success {
				f.mustSync() // a walk finds skipped files
			}
			f.checkFresh(tt.name)
		})
	}
}

func TestUpdateOfControllingFileSyncs(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	f.write(".gitignore", "sub/\n")
	got, err := f.update(false, Edit{File: ".gitignore"})
	if err != nil || !got[0].Success || got[0].Note == "" {
		t.Errorf("%+v, %v", got, err)
	}
	f.checkFresh("update")
}

func TestRemove(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	got, err := f.Remove(t.Context(), f.p, []projectbase.Path{"sub", "nowhere.go", "../x"}, UpdateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if r := got[0]; !r.Success || !r.Removed || !strings.Contains(r.Note, "exclude") {
		t.Errorf("%+v", r)
	}
	if r := got[1]; !r.Success || r.Removed || r.Hint == "" {
		t.Errorf("%+v", r)
	}
	if r := got[2]; r.Success || !errors.Is(r.Err, projectbase.ErrNotAllowed) {
		t.Errorf("%+v", r)
	}
	s, err := settings.Load(f.p.Base)
	if diff := cmp.Diff([]string{"sub"}, s.Exclude); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if r := f.mustSync(); r.FilesIndexed != 1 {
		t.Errorf("report %+v", r)
	}
	f.checkFresh("remove")
}

func TestSyncWithGit(t *testing.T) {
	f := newFixture(t, twoFiles)
	p := &scenarioRunner{fixture: f}
	p.gitCommand("init", "-q")
	p.gitCommand("add", "-A")
	p.gitCommand("commit", "-q", "-m", "one")
	f.mustInit(InitOptions{})
	f.write("a.go", "package a\n\nvar committed int\n")
	f.write("other.go", "package a\n\nvar committed int\n")
	must(t, os.Remove(f.path("sub/b.go")))
	f.write("note.txt", "changed\n")
	p.gitCommand("add", "-A")
	p.gitCommand("commit", "-q", "-m", "two")
	r, err := f.Sync(t.Context(), f.p, SyncOptions{Git: true})
	if err != nil || r.FilesChanged != 2 || r.FilesRemoved != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	f.checkFresh("sync with git")
	if _, err := f.Sync(t.Context(), f.p, SyncOptions{Git: true, From: "nonsense"}); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("error is %v", err)
	}
}

func TestScriptLosesItsLanguage(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.write("tool", "#!/usr/bin/env python3\nx = 1\n")
	if r := f.mustInit(InitOptions{}); r.FilesIndexed != 3 {
		t.Fatalf("report %+v", r)
	}
	f.write("tool", "just text\n")
	got, err := f.update(false, Edit{File: "tool"})
	if err != nil || !got[0].Removed {
		t.Errorf("%+v, %v", got, err)
	}
	f.checkFresh("update")
}
