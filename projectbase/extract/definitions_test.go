package extract_test

import (
	"bytes"
	"go/build"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/extract"
	"codegraph/projectbase/lang/all"
)

// TestDefinitions compares symbols with universal-ctags on real code. At least
// 99 % of its types and callables must be symbols with the same name on the
// same line.
func TestDefinitions(t *testing.T) {
	if _, err := exec.LookPath("ctags"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("universal-ctags is not installed: %v", err)
		}
		t.Skipf("NOT CHECKED: universal-ctags is not installed: %v", err)
	}
	python, _ := exec.Command("python3", "-c", "import sysconfig; print(sysconfig.get_path('stdlib'))").Output()
	for _, tt := range []struct {
		language, kinds, root, ext string
		least                      int // definitions, so that an empty comparison fails
	}{
		// M, embedded fields, is no type or callable.
		{"Go", "fsti", filepath.Join(build.Default.GOROOT, "src", "net"), ".go", 4000},
		{"Python", "cfm", filepath.Join(strings.TrimSpace(string(python)), "email"), ".py", 500},
	} {
		t.Run(tt.language, func(t *testing.T) {
			if _, err := os.Stat(tt.root); err != nil {
				t.Skipf("NOT CHECKED: %v", err)
			}
			files := filesBelow(t, tt.root, tt.ext)
			want := ctags(t, tt.language, tt.kinds, files)
			have := declared(t, files)
			missing := 0
			for d := range want {
				if !have[d] {
					if missing++; missing <= 10 {
						t.Logf("only ctags has %s:%d %s", d.file, d.line, d.name)
					}
				}
			}
			t.Logf("%d of %d definitions", len(want)-missing, len(want))
			if len(want) < tt.least || missing*100 > len(want) {
				t.Errorf("%d of %d definitions are missing", missing, len(want))
			}
		})
	}
}

type definition struct {
	file, name string
	line       int
}

func filesBelow(t *testing.T, root, ext string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && filepath.Ext(name) == ext {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// ctags returns the definitions that universal-ctags finds in files.
func ctags(t *testing.T, language, kinds string, files []string) map[definition]bool {
	t.Helper()
	cmd := exec.Command("ctags", "-f", "-", "--fields=+n", "--sort=no", "--languages="+language, "--kinds-"+language+"="+kinds, "-L", "-")
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[definition]bool{}
	for row := range bytes.Lines(out) {
		columns := strings.Split(strings.TrimSpace(string(row)), "\t")
		if len(columns) < 4 || strings.HasPrefix(columns[0], "__anon") || strings.HasPrefix(columns[0], "!") {
			continue
		}
		for _, c := range columns[3:] {
			if n, ok := strings.CutPrefix(c, "line:"); ok {
				line, err := strconv.Atoi(n)
				if err != nil {
					t.Fatalf("ctags says %q", row)
				}
				found[definition{columns[1], columns[0], line}] = true
			}
		}
	}
	return found
}

// declared returns the types and callables that the extractor finds in files.
func declared(t *testing.T, files []string) map[definition]bool {
	t.Helper()
	x := extract.New(extract.Options{})
	defer x.Close()
	found := map[definition]bool{}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		path := projectbase.Path(filepath.ToSlash(name))
		f, err := x.File(extract.Input{Language: all.Set().ByID(all.Set().Detect(path, nil)), Path: path, Source: source})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Symbols {
			if s.Kind.IsType() || s.Kind.IsCallable() {
				found[definition{name, s.Name, int(s.NameLine)}] = true
			}
		}
	}
	return found
}
