package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

func mustWrite(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func mustRead(t *testing.T, dir string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	got, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Default(), got); diff != "" {
		t.Errorf("no file (-want +got):\n%s", diff)
	}
	mustWrite(t, dir, "\xef\xbb\xbf"+`{"languages":["go","python"],"include":["src"],"exclude":["**/gen"],"extra_files":["out/a.go"],
		"auto_update":false,"max_file_size":1048576,"index_strings":false,"max_tokens":500}`)
	want := Settings{Languages: []string{"go", "python"}, Include: []string{"src"}, Exclude: []string{"**/gen"}, ExtraFiles: []string{"out/a.go"},
		MaxFileSize: 1 << 20, MaxTokens: 500}
	if got, err = Load(dir); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLoadRejects(t *testing.T) {
	for _, tc := range []struct{ text, message string }{
		{``, "JSON"}, {`{`, "line 1"}, {"{\n\"languages\": [,]}", "line 2"}, {`null`, "null"}, {`[]`, "object"}, {`{} x`, "line 1"},
		{`{"exclud":[],"Languages":[]}`, `unknown key "Languages", "exclud"; known are languages, include`},
		{`{"include":"src"}`, "include must be a list of strings"}, {`{"include":[1]}`, "include must be a list of strings"},
		{`{"include":null}`, "include is null"}, {`{"auto_update":"yes"}`, "auto_update must be true or false"},
		{`{"max_file_size":1.5}`, "max_file_size must be a whole number"}, {`{"max_file_size":1e99}`, "max_file_size must be a whole number"},
		{`{"max_file_size":0}`, "max_file_size: 0 is not between"}, {`{"max_file_size":99999999999}`, "is not between"},
		{`{"max_tokens":-1}`, "max_tokens: -1"}, {`{"exclude":["[a"]}`, `exclude: glob "[a"`}, {`{"extra_files":["../x"]}`, "extra_files"},
		{`{"languages":[""]}`, "languages"}, {`{"include":["` + strings.Repeat("x", 1<<20) + `"]}`, "longer than"},
	} {
		dir := t.TempDir()
		mustWrite(t, dir, tc.text)
		_, err := Load(dir)
		if !errors.Is(err, projectbase.ErrUsage) || !strings.Contains(err.Error(), tc.message) || !strings.Contains(err.Error(), FileName) {
			t.Errorf("%.40q: %v, want %q", tc.text, err, tc.message)
		}
	}
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, FileName), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(dir); !errors.Is(err, projectbase.ErrUnreadable) {
		t.Errorf("a FIFO: %v", err)
	}
}

func TestSave(t *testing.T) {
	dir := t.TempDir()
	must := func(s Settings) string {
		t.Helper()
		if err := s.Save(dir); err != nil {
			t.Fatal(err)
		}
		back, err := Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(s.Exclude, back.Exclude) || back.MaxFileSize != s.MaxFileSize || back.AutoUpdate != s.AutoUpdate {
			t.Errorf("saved %+v, loaded %+v", s, back)
		}
		return mustRead(t, dir)
	}
	if err := Default().Save(dir); err != nil {
		t.Fatal(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("a file was written without changes: %v, %v", entries, err)
	}
	s := Default()
	s.Exclude = []string{"a<b", "**/gen"}
	s.AutoUpdate = false
	want := "{\n  \"exclude\": [\n    \"a<b\",\n    \"**/gen\"\n  ],\n  \"auto_update\": false\n}\n"
	if diff := cmp.Diff(want, must(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// Keys in the file stay, also with a default value.
	mustWrite(t, dir, `{"index_strings":true,"include":[]}`)
	s = Default()
	s.MaxFileSize = 4096
	want = "{\n  \"include\": [],\n  \"max_file_size\": 4096,\n  \"index_strings\": true\n}\n"
	if diff := cmp.Diff(want, must(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("files left in the directory: %v, %v", entries, err)
	}
	broken := `{"exclud":[]}`
	mustWrite(t, dir, broken)
	if err := s.Save(dir); !errors.Is(err, projectbase.ErrUsage) || mustRead(t, dir) != broken {
		t.Errorf("an invalid file was replaced: %v", err)
	}
	s.Exclude = []string{"["}
	if err := s.Save(t.TempDir()); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("saved an invalid file: %v", err)
	}
}

func TestPaths(t *testing.T) {
	var s Settings
	step := func(what string, changed, want bool, exclude, extra []string) {
		t.Helper()
		if changed != want {
			t.Errorf("%s: changed %v", what, changed)
		}
		if diff := cmp.Diff([][]string{exclude, extra}, [][]string{s.Exclude, s.ExtraFiles}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	step("exclude", s.ExcludePath("a/[id].ts"), true, []string{`a/\[id\].ts`}, nil)
	step("exclude again", s.ExcludePath("a/[id].ts"), false, []string{`a/\[id\].ts`}, nil)
	step("extra", s.AddExtraFile("a/[id].ts"), true, []string{}, []string{`a/\[id\].ts`})
	step("extra again", s.AddExtraFile("a/[id].ts"), false, []string{}, []string{`a/\[id\].ts`})
	step("exclude an extra file", s.ExcludePath("a/[id].ts"), true, []string{`a/\[id\].ts`}, []string{})
	step("unexclude", s.UnexcludePath("a/[id].ts"), true, []string{}, []string{})
	s.Exclude, s.ExtraFiles = []string{"gen/"}, []string{"./x.go", "y"}
	step("covered by a directory", s.ExcludePath("gen/a.go"), false, []string{"gen/"}, []string{"./x.go", "y"})
	step("covered by an extra directory", s.AddExtraFile("y/z.go"), false, []string{"gen/"}, []string{"./x.go", "y"})
	step("other spelling", s.RemoveExtraFile("x.go"), true, []string{"gen/"}, []string{"y"})
	step("not there", s.RemoveExtraFile("x.go"), false, []string{"gen/"}, []string{"y"})
}

// An error in an older file is no wrong usage of a command.
func TestLoadNamesErrorInFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, FileName)
	if err := os.WriteFile(name, []byte(`{"max_tokens": -1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Load(dir)
	want := "read " + name + ": max_tokens: -1 is not between 0 and 10000000"
	if !errors.Is(err, projectbase.ErrUsage) || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"languages":["go"],"max_file_size":4096}`))
	f.Add([]byte(`{"include":["{a,b}/**"],"exclude":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, present, err := parse(data)
		if err != nil {
			return
		}
		text, err := s.encode(present)
		if err != nil {
			t.Fatal(err)
		}
		back, _, err := parse(text)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", data, text, err)
		}
		if again, err := back.encode(present); err != nil || string(again) != string(text) {
			t.Fatalf("%q is written as %q, then as %q: %v", data, text, again, err)
		}
	})
}
