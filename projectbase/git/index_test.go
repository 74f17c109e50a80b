package git

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
)

func TestIndexForms(t *testing.T) {
	for _, tc := range []struct {
		name   string
		init   []string
		change func(t *testing.T, s sandbox, dir string)
	}{
		{"version 2", nil, nil},
		{"version 3", nil, func(t *testing.T, s sandbox, dir string) {
			mustWrite(t, dir+"/intended.go", "")
			s.git(t, dir, "add", "-N", "intended.go")
			s.git(t, dir, "update-index", "--skip-worktree", "a.go")
		}},
		{"version 4", nil, func(t *testing.T, s sandbox, dir string) {
			for i := range 300 {
				mustWrite(t, fmt.Sprintf("%s/dir/%d/%s.go", dir, i%7, strings.Repeat("x", i)[:min(i, 200)]), "")
			}
			s.git(t, dir, "add", ".")
			s.git(t, dir, "update-index", "--index-version", "4")
		}},
		{"sha256", []string{"--object-format=sha256"}, nil},
		{"sha256, version 4", []string{"--object-format=sha256"}, func(t *testing.T, s sandbox, dir string) {
			s.git(t, dir, "update-index", "--index-version", "4")
		}},
		{"split", nil, func(t *testing.T, s sandbox, dir string) {
			s.git(t, dir, "update-index", "--split-index")
			mustWrite(t, dir+"/later.go", "")
			s.git(t, dir, "add", "later.go")
		}},
		{"conflict", nil, func(t *testing.T, s sandbox, dir string) {
			for i, name := range []string{"one", "two"} {
				s.git(t, dir, "checkout", "-q", "-b", name, "main")
				mustWrite(t, dir+"/a.go", fmt.Sprint(i))
				s.git(t, dir, "commit", "-qam", name)
			}
			cmd := exec.Command("git", "-c", "user.name=a", "-c", "user.email=a@a", "merge", "one")
			cmd.Dir = dir
			cmd.Run() // the test needs the failed merge
			if s.git(t, dir, "ls-files", "-u") == "" {
				t.Fatal("no conflict")
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newSandbox(t)
			dir := s.repo(t, "r", tc.init...)
			if tc.change != nil {
				tc.change(t, s, dir)
			}
			s.checkIndex(t, dir)
		})
	}
}

func TestSparseIndex(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	s.git(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "none")
	data, err := os.ReadFile(dir + "/.git/index")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parseIndex(data, 20); !errors.Is(err, errAskGit) {
		t.Fatalf("the index is not sparse: %v", err)
	}
	s.checkIndex(t, dir)
}

func TestIndexQuestions(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	sub := s.repo(t, "r/mod")
	s.git(t, dir, "add", "mod")
	ix := mustIndex(t, mustOpen(t, dir))
	for name, want := range map[string]bool{"a.go": true, "dir/b.go": true, "dir": false, "a.g": false, "mod": true, "mod/a.go": false, "": false} {
		if got := ix.Has(name); got != want {
			t.Errorf("has %q: %v", name, got)
		}
	}
	for name, want := range map[string]bool{"dir": true, "dir/sub": true, "dir/su": false, "di": false, "a.go": false, "mod": true, "mo": false, ".": true, "z": false, "dir/b.go": false} {
		if got := ix.HasBelow(name); got != want {
			t.Errorf("has something below %q: %v", name, got)
		}
	}
	s.checkIndex(t, sub)
	empty := filepath.Join(s.dir, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	s.git(t, empty, "init", "-q")
	if ix := mustIndex(t, mustOpen(t, empty)); ix.Len() != 0 || ix.HasBelow(".") {
		t.Errorf("tracked in an empty repository: %v", ix.Names())
	}
}

func TestIndexMalformed(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	data, err := os.ReadFile(dir + "/.git/index")
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty": {}, "short": data[:40], "cut": slices.Concat(data[:100], data[len(data)-20:]), "no header": append([]byte("XXXX"), data[4:]...),
		"too many entries": slices.Concat(data[:8], []byte{0xff, 0xff, 0xff, 0xff}, data[12:]),
		"more entries":     slices.Concat(data[:8], []byte{0, 0, 0, 4}, data[12:]),
	} {
		if _, err := parseIndex(bad, 20); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzIndex(f *testing.F) {
	entry := func(version byte, name string) []byte {
		b := append([]byte("DIRC\x00\x00\x00"), version, 0, 0, 0, 1)
		b = append(b, make([]byte, statLen+20)...)
		b = append(b, 0, byte(len(name)))
		if version == 4 {
			b = append(b, 0)
		}
		b = append(b, name...)
		return append(b, make([]byte, 8-(62+len(name))%8+20)...)
	}
	f.Add(entry(2, "a/b.go"), false)
	f.Add(entry(4, "a/b.go"), false)
	cut := entry(4, "a/b.go")
	cut[indexHeader+statLen+20+2] = 5 // cuts more bytes than the previous name has
	f.Add(cut, false)
	f.Add(append(entry(3, "x"), "TREE\x00\x00\x00\x01x"...), true)
	f.Fuzz(func(t *testing.T, data []byte, long bool) {
		hashLen := 20
		if long {
			hashLen = 32
		}
		ix, err := parseIndex(data, hashLen)
		if err != nil {
			return
		}
		if !slices.IsSorted(ix.names) || len(ix.names) > len(data) {
			t.Fatalf("names %q", ix.names)
		}
		for _, n := range ix.names {
			if !ix.Has(n) || strings.Contains(n, "/") && !ix.HasBelow(n[:strings.IndexByte(n, '/')]) {
				t.Fatalf("does not find its own %q", n)
			}
		}
	})
}
