package query

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"codegraph/projectbase"
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
			if got := Shown(tt.in, maxText); got != tt.want {
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
	must(t, os.Mkdir(root, 0o700))
	must(t, os.WriteFile(filepath.Join(dir, "secret"), []byte("secret"), 0o600))
	must(t, os.WriteFile(filepath.Join(root, "a.go"), []byte("package a\n"), 0o600))
	must(t, os.Symlink("../secret", filepath.Join(root, "out.go")))
	must(t, os.Symlink("a.go", filepath.Join(root, "in.go")))
	must(t, syscall.Mkfifo(filepath.Join(root, "fifo.go"), 0o600))
	s := &sources{dir: root}
	defer s.close()
	for _, p := range []projectbase.Path{"out.go", "../secret", "fifo.go", "missing.go", ".", "a.go/x"} {
		if text, err := s.read(p); !errors.Is(err, projectbase.ErrUnreadable) {
			t.Errorf("read(%q) = %q, %v; want ErrUnreadable", p, text, err)
		}
	}
	for _, p := range []projectbase.Path{"a.go", "in.go"} {
		if text, err := s.read(p); err != nil || string(text) != "package a\n" {
			t.Errorf("read(%q) = %q, %v", p, text, err)
		}
	}
}
