package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// guidePath is a path in backquotes, with a slash in it.
var guidePath = regexp.MustCompile("`([a-z]+/[A-Za-z0-9_./-]*)`")

// TestGuidePaths checks that the files and directories exist that the
// contributing guide and README.md name.
func TestGuidePaths(t *testing.T) {
	for _, file := range []string{".ci/README.md", "README.md"} {
		for _, p := range missingPaths(t, file) {
			t.Errorf("%s names %s, which does not exist", file, p)
		}
	}
}

func TestGuideCheckFindsBreaches(t *testing.T) {
	got := guidePath.FindAllStringSubmatch("`a/b.go`, `c`, `go test ./x`, `d/NAME/`", -1)
	var paths []string
	for _, m := range got {
		paths = append(paths, m[1])
	}
	if want := []string{"a/b.go", "d/NAME/"}; !slices.Equal(paths, want) {
		t.Errorf("paths are %q, want %q", paths, want)
	}
}

// testName is the name of a test in prose or in a script.
var testName = regexp.MustCompile(`\bTest[A-Z][A-Za-z0-9]+\b`)

// TestNamedTests checks that the tests exist that .ci/run and the documents name.
func TestNamedTests(t *testing.T) {
	known := testNames(t)
	for _, file := range []string{".ci/run", ".ci/README.md", "cmd/codegraph/README.md", "projectbase/fresh/README.md"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, name := range testName.FindAllString(string(text), -1) {
			if !known[name] {
				t.Errorf("%s names %s, which does not exist", file, name)
			}
		}
	}
	if !known["TestNamedTests"] || known["TestNo"] {
		t.Error("the names of tests are wrong")
	}
}

var testDeclaration = regexp.MustCompile(`(?m)^func (Test[A-Z][A-Za-z0-9]*)\(`)

// testNames returns the names of all tests of the module.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") && !strings.Contains(filepath.Base(filepath.Dir(name)), "test") {
			return err
		}
		text, err := os.ReadFile(name)
		for _, m := range testDeclaration.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func missingPaths(t *testing.T, file string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		t.Fatal(err)
	}
	var missing []string
	for _, m := range guidePath.FindAllStringSubmatch(string(text), -1) {
		p, first := m[1], strings.SplitN(m[1], "/", 2)[0]
		if strings.Contains(p, "NAME") || !slices.Contains([]string{"cmd", "projectbase", "catalog", "federation", "migrations", "deploy"}, first) {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, path.Clean(p))); err != nil {
			missing = append(missing, p)
		}
	}
	return missing
}
