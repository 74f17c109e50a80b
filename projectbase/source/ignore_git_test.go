package source

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
)

var rounds = flag.Int("ignore.rounds", 6, "rounds of 60 random ignore files each that are compared with git")

// sandbox is a directory in which Git finds only the settings of the test.
type sandbox struct {
	root string
	env  git.Environment
}

func newSandbox(t *testing.T) sandbox {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatalf("this test compares with git: %v", err)
	}
	dir := t.TempDir()
	s := sandbox{root: filepath.Join(dir, "tree"), env: git.Environment{Home: filepath.Join(dir, "home")}}
	for _, d := range []string{s.root, s.env.Home} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// git runs git in the sandbox and returns its output.
func (s sandbox) git(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+s.env.Home, "XDG_CONFIG_HOME=", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@a")
	cmd.Stdin = strings.NewReader(stdin)
	var text bytes.Buffer
	cmd.Stderr = &text
	out, err := cmd.Output()
	// git check-ignore exits with status 1 if it ignores no path.
	if err != nil && (args[0] != "check-ignore" || cmd.ProcessState.ExitCode() != 1) {
		t.Fatalf("git %v: %v\n%s", args, err, text.Bytes())
	}
	return string(out)
}

func mustWrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

var treeNames = []string{"a", "b", "ab", "foo", "foo.o", "Foo", ".x", "a b", "f ", "[a]", "a-b", "é", "x!", "#c", "b\\"}

// randomTree makes a tree of files and directories in dir and returns all
// paths in it, directories before their content.
func randomTree(t *testing.T, r *rand.Rand, dir string, depth int) []string {
	t.Helper()
	var paths []string
	for _, name := range treeNames {
		if r.IntN(3) == 0 {
			continue
		}
		paths = append(paths, name)
		full := filepath.Join(dir, name)
		if depth == 0 || r.IntN(3) > 0 {
			mustWrite(t, full, "x")
			continue
		}
		if err := os.MkdirAll(full, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, p := range randomTree(t, r, full, depth-1) {
			paths = append(paths, name+"/"+p)
		}
	}
	return paths
}

var patternPieces = []string{"a", "b", "foo", "foo.o", "o", ".", "*", "*", "**", "**/", "/", "/", "/**/", "?", "[ab]", "[!a]", "[^b]", "[a-c]",
	"[[:alpha:]]", "[[:upper:]]", "[[:space:]]", "[[:punct:]]", "[]a]", "[a", "[[:x:]]", "[\\]a]", "[a-]", "[--a]", "\\", "\\ ", "\\*", " ", "F", "é", "!", "#", "\\!", "\\#", "-", "x", "[[]", "[[:]", "[[:digit:]", "\t", "$", "{a,b}"}

func randomPattern(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteString("!")
	}
	if r.IntN(4) == 0 {
		b.WriteString("/")
	}
	for range 1 + r.IntN(4) {
		if r.IntN(3) == 0 {
			b.WriteString(treeNames[r.IntN(len(treeNames))])
		} else {
			b.WriteString(patternPieces[r.IntN(len(patternPieces))])
		}
	}
	if r.IntN(4) == 0 {
		b.WriteString("/")
	}
	if r.IntN(8) == 0 {
		b.WriteString([]string{" ", "  ", "\r", " \r", "\\ ", "\\  "}[r.IntN(6)])
	}
	return b.String()
}

func randomIgnore(r *rand.Rand) string {
	var lines []string
	for range 1 + r.IntN(6) {
		lines = append(lines, randomPattern(r))
	}
	text := strings.Join(lines, "\n")
	if r.IntN(2) == 0 {
		text += "\n"
	}
	if r.IntN(10) == 0 {
		text = "\xef\xbb\xbf" + text
	}
	return text
}

// ignoredByUs applies our rules to a path and its parents, from the top down,
// as a walk does.
func ignoredByUs(root string, chain *ignoreChain, path string, fold bool) bool {
	elements := strings.Split(path, "/")
	base := ""
	for i, e := range elements {
		if data, err := os.ReadFile(filepath.Join(root, base, ".gitignore")); err == nil {
			chain = chain.with(parseIgnore(data, base, fold))
		}
		info, err := os.Lstat(filepath.Join(root, base, e))
		if chain.ignores(base+e, i < len(elements)-1 || err == nil && info.IsDir()) {
			return true
		}
		base += e + "/"
	}
	return false
}

// ignoredByGit returns the paths that Git ignores, each with the line that
// matched.
func ignoredByGit(t *testing.T, s sandbox, paths []string) map[string]string {
	t.Helper()
	out := s.git(t, s.root, strings.Join(paths, "\x00"), "check-ignore", "--no-index", "--stdin", "-z", "-v")
	fields := strings.Split(out, "\x00")
	ignored := map[string]string{}
	for ; len(fields) >= 4; fields = fields[4:] {
		if !strings.HasPrefix(fields[2], "!") {
			ignored[fields[3]] = fmt.Sprintf("%s:%s: %q", fields[0], fields[1], fields[2])
		}
	}
	return ignored
}

func TestIgnoreAsGit(t *testing.T) {
	const subtrees = 60
	s := newSandbox(t)
	s.git(t, s.root, "", "init", "-q")
	r := rand.New(rand.NewPCG(1, 2))
	var paths []string
	for i := range subtrees {
		sub := fmt.Sprintf("t%d", i)
		for _, p := range randomTree(t, r, filepath.Join(s.root, sub), 2) {
			paths = append(paths, sub+"/"+p)
		}
	}
	cases, ignored := 0, 0
	for round := range *rounds {
		for i := range subtrees {
			sub := fmt.Sprintf("%s/t%d", s.root, i)
			mustWrite(t, sub+"/.gitignore", randomIgnore(r))
			if info, err := os.Lstat(sub + "/a"); err == nil && info.IsDir() {
				mustWrite(t, sub+"/a/.gitignore", randomIgnore(r))
			}
			cases++
		}
		exclude := ""
		if round%3 == 2 {
			exclude = randomPattern(r) + "\n" // for all directories, with the lowest precedence
		}
		mustWrite(t, s.root+"/.git/info/exclude", exclude)
		fold := round%4 == 3
		s.git(t, s.root, "", "config", "core.ignoreCase", fmt.Sprint(fold))
		chain := (*ignoreChain)(nil).with(parseIgnore([]byte(exclude), "", fold))
		want := ignoredByGit(t, s, paths)
		ignored += len(want)
		for _, p := range paths {
			if _, ok := want[p]; ok != ignoredByUs(s.root, chain, p, fold) {
				reportIgnore(t, s, p, want[p], exclude, fold)
				return
			}
		}
	}
	if ignored == 0 || ignored == cases*len(paths)/subtrees {
		t.Errorf("%d of the paths are ignored: the patterns test nothing", ignored)
	}
	t.Logf("%d ignore files, %d paths a round, %d times ignored", cases, len(paths), ignored)
}

// reportIgnore prints a disagreement, with the subtree's ignore file reduced
// to the relevant lines.
func reportIgnore(t *testing.T, s sandbox, path, line, exclude string, fold bool) {
	t.Helper()
	sub, _, _ := strings.Cut(path, "/")
	name := filepath.Join(s.root, sub, ".gitignore")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	chain := (*ignoreChain)(nil).with(parseIgnore([]byte(exclude), "", fold))
	lines := strings.Split(string(data), "\n")
	for i := 0; i < len(lines); {
		fewer := slices.Delete(slices.Clone(lines), i, i+1)
		mustWrite(t, name, strings.Join(fewer, "\n"))
		if _, ok := ignoredByGit(t, s, []string{path})[path]; ok != ignoredByUs(s.root, chain, path, fold) {
			lines = fewer
		} else {
			i++
		}
	}
	t.Errorf("path %q, git's line %s\nignore file %q\ninfo/exclude %q, fold %v", path, line, lines, exclude, fold)
}

// everything classifies all files as source.
func everything(projectbase.Path, func() []byte) string { return "text" }

func (s sandbox) scan(t *testing.T, root string, set settings.Settings) *Listing {
	t.Helper()
	l, err := Scan(context.Background(), root, Options{Settings: set, Classify: everything, Git: s.env, SkipDirs: []string{".codegraph"}})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func filesOf(l *Listing) []string {
	var names []string
	for _, f := range l.Files {
		names = append(names, string(f.Path))
	}
	return names
}

// listedByGit returns the files that exist and that git lists below dir.
func listedByGit(t *testing.T, s sandbox, dir string) []string {
	t.Helper()
	var names []string
	for name := range strings.SplitSeq(s.git(t, dir, "", "ls-files", "-co", "--exclude-standard", "-z"), "\x00") {
		info, err := os.Lstat(filepath.Join(dir, name))
		if name != "" && err == nil && info.Mode().IsRegular() && !isBadName(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func TestScanAsGitLists(t *testing.T) {
	s := newSandbox(t)
	s.git(t, s.root, "", "init", "-q")
	r := rand.New(rand.NewPCG(3, 4))
	paths := randomTree(t, r, s.root, 3)
	mustWrite(t, s.env.Home+"/.config/git/ignore", "[!f]oo.o\n!b/foo.o\nx!\n")
	for round := range 25 {
		var dirs, add []string
		for _, p := range paths {
			info, err := os.Lstat(filepath.Join(s.root, p))
			if err != nil {
				t.Fatal(err)
			}
			if info.IsDir() {
				dirs = append(dirs, p)
			} else if r.IntN(12) == 0 {
				add = append(add, p)
			}
		}
		s.git(t, s.root, "", "read-tree", "--empty")
		s.git(t, s.root, strings.Join(add, "\x00"), "update-index", "--add", "-z", "--stdin")
		s.git(t, s.root, "", "update-index", "--index-version", fmt.Sprint(2+round%3))
		mustWrite(t, s.root+"/.gitignore", randomIgnore(r))
		for _, d := range dirs {
			os.Remove(filepath.Join(s.root, d, ".gitignore"))
			if r.IntN(3) == 0 {
				mustWrite(t, filepath.Join(s.root, d, ".gitignore"), randomIgnore(r))
			}
		}
		for _, dir := range append([]string{"."}, dirs[:3]...) {
			root := filepath.Join(s.root, dir)
			got := s.scan(t, root, settings.Default())
			want := listedByGit(t, s, root)
			if got.Repo == nil {
				continue // git lists nothing below an ignored directory; Scan treats it as a root
			}
			if diff := cmp.Diff(want, filesOf(got)); diff != "" {
				t.Fatalf("round %d, in %q (-git +scan):\n%s", round, dir, diff)
			}
		}
	}
}
