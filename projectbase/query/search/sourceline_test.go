package search

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/querytest"
)

func TestShown(t *testing.T) {
	long := strings.Repeat("é", 200)
	tests := []struct{ name, in, want string }{
		{"trimmed", "\t  x := 1 \r\n", "x := 1"},
		{"tabs inside", "a\tb", "a b"},
		{"escape sequence", "a\x1b[31mred", "a[31mred"},
		{"bidirectional", "ab\u202ecd\u2066ef", "abcdef"},
		{"line separator", "a\u2028b", "ab"},
		{"C1 control", "a\u009bb", "ab"},
		{"invalid UTF-8", "caf\xe9 x", "caf\ufffd x"},
		{"cut", long, strings.Repeat("é", 159) + "…"},
		{"exactly the limit", strings.Repeat("é", 160), strings.Repeat("é", 160)},
		{"empty", "   ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := query.Shown(tt.in, query.MaxText); got != tt.want {
				t.Errorf("Shown(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestLineCursor(t *testing.T) {
	c := lineCursor{rest: []byte("one\ntwo\r\n\nfour"), line: 1}
	for _, tt := range []struct {
		line uint32
		want string
	}{{1, "one"}, {1, "one"}, {2, "two\r"}, {3, ""}, {4, "four"}, {5, ""}, {9, ""}} {
		if got := string(c.at(tt.line)); got != tt.want {
			t.Errorf("line %d = %q, want %q", tt.line, got, tt.want)
		}
	}
}

func TestSourcesStayInside(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "root")
	querytest.Must(t, os.Mkdir(root, 0o700))
	querytest.Must(t, os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600))
	querytest.Must(t, os.WriteFile(filepath.Join(root, "a.go"), []byte("package a\n"), 0o600))
	querytest.Must(t, os.Symlink("../secret", filepath.Join(root, "out.go")))
	querytest.Must(t, os.Symlink("a.go", filepath.Join(root, "in.go")))
	querytest.Must(t, syscall.Mkfifo(filepath.Join(root, "fifo.go"), 0o600))
	s := &query.Sources{Dir: root}
	defer s.Close()
	for _, p := range []projectbase.Path{"out.go", "../secret", "fifo.go", "missing.go", ".", "a.go/x"} {
		if text, err := s.Read(p); !errors.Is(err, projectbase.ErrUnreadable) {
			t.Errorf("read(%q) = %q, %v; want ErrUnreadable", p, text, err)
		}
	}
	for _, p := range []projectbase.Path{"a.go", "in.go"} {
		if text, err := s.Read(p); err != nil || string(text) != "package a\n" {
			t.Errorf("read(%q) = %q, %v", p, text, err)
		}
	}
}
