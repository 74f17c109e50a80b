package source

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

func TestRead(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	mustWrite(t, outside+"/secret.go", "secret")
	texts := map[string]string{
		"a.go":         "package a\n",
		"empty.go":     "",
		"late_nul.go":  strings.Repeat("x\n", 5000) + "\x00",
		"early_nul.go": "x\x00",
		"big.go":       strings.Repeat("x\n", 500_001),
		"limit.go":     strings.Repeat("x\n", 500_000),
		"a.min.js":     "/* licence\n*/\n" + strings.Repeat("a=b;", 5000),
		"long_text.js": strings.Repeat("x = 1;\n", 5000) + strings.Repeat("a", 60_000),
		"Table.java":   "class Table { String s = \"" + strings.Repeat("a", 60_000) + "\"; }\n",
		"table":        strings.Repeat("a", 60_000),
	}
	for name, text := range texts {
		mustWrite(t, filepath.Join(root, name), text)
	}
	for name, target := range map[string]string{"in.go": "a.go", "out.go": outside + "/secret.go", "outdir": outside, "loop": "loop"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "fifo.go"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		path    projectbase.Path
		want    projectbase.SkipReason
		missing bool
	}{
		{path: "a.go"}, {path: "empty.go"}, {path: "late_nul.go"}, {path: "limit.go"}, {path: "long_text.js"}, {path: "Table.java"},
		{path: "table", want: projectbase.SkipMinified},
		{path: "early_nul.go", want: projectbase.SkipBinary},
		{path: "big.go", want: projectbase.SkipTooLarge},
		{path: "a.min.js", want: projectbase.SkipMinified},
		{path: "in.go", want: projectbase.SkipLink},
		{path: "out.go", want: projectbase.SkipLink},
		{path: "loop", want: projectbase.SkipLink},
		{path: "fifo.go", want: projectbase.SkipSpecial},
		{path: "outdir/secret.go", want: projectbase.SkipUnreadable},
		{path: "none.go", missing: true}, {path: "a.go/x", missing: true}, {path: ".", missing: true},
	} {
		t.Run(string(tc.path), func(t *testing.T) {
			c, err := Read(root, tc.path, 1_000_000)
			if errors.Is(err, fs.ErrNotExist) != tc.missing || err != nil && !tc.missing {
				t.Fatalf("error %v", err)
			}
			if c.Skip != tc.want {
				t.Errorf("skipped as %q, want %q", c.Skip, tc.want)
			}
			if tc.want != "" || tc.missing {
				if c.Data != nil {
					t.Errorf("data of a skipped file: %.20q", c.Data)
				}
				return
			}
			text := texts[string(tc.path)]
			if string(c.Data) != text || c.Hash != sha256.Sum256([]byte(text)) || c.Stat.Size != int64(len(text)) || c.Stat.ModTime == 0 {
				t.Errorf("%d bytes, hash %v, %+v", len(c.Data), c.Hash, c.Stat)
			}
		})
	}
	for _, p := range []projectbase.Path{"../x", "/etc/passwd", "", "a/../a.go"} {
		if _, err := Read(root, p, 1000); !errors.Is(err, projectbase.ErrNotAllowed) {
			t.Errorf("%q: %v", p, err)
		}
	}
}

func TestReadUnreadable(t *testing.T) {
	root := t.TempDir()
	mustWrite(t, root+"/a.go", "x")
	r, err := OpenReader(root, 1000, Hooks{Open: func(projectbase.Path) error { return syscall.EIO }})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if c, err := r.Read("a.go"); err != nil || c.Skip != projectbase.SkipUnreadable {
		t.Errorf("%+v, %v", c, err)
	}
}

// The hook writes to the file between the reading of its stamp and of its
// content.
func TestReadWhileWritten(t *testing.T) {
	root := t.TempDir()
	name := filepath.Join(root, "a.go")
	mustWrite(t, name, "old")
	for _, writes := range []int{1, readTries} {
		n := 0
		r, err := OpenReader(root, 1000, Hooks{Stat: func(_ projectbase.Path, s projectbase.Stat) projectbase.Stat {
			if n++; n <= writes {
				mustWrite(t, name, strings.Repeat("new", n+writes))
			}
			return s
		}})
		if err != nil {
			t.Fatal(err)
		}
		c, err := r.Read("a.go")
		r.Close()
		if writes == readTries {
			if !errors.Is(err, ErrChanging) {
				t.Errorf("a file that always changes: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff("newnew", string(c.Data)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if c.Stat.Size != 6 || n != 2 {
			t.Errorf("stamp %+v after %d attempts does not belong to the content", c.Stat, n)
		}
	}
}
