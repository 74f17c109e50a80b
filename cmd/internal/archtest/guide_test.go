package archtest

import (
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
