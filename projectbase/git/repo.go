// Package git reads facts of a Git repository: tracked files, ignore files, the
// checked out commit, changes between commits. It reads simple files itself. It
// runs git only through Command.Run, which disables hooks, pagers, prompts and
// configured programs.
//
// Repositories are untrusted: the package executes nothing that they configure
// and bounds the size of every read.
package git

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
)

// Repo is a repository with a work tree. All its paths are absolute.
type Repo struct {
	WorkTree  string // directory that holds .git
	Dir       string // the work tree's own git directory
	CommonDir string // the directory that all work trees share; equal to Dir unless linked
	config    config // of the repository itself
}

// Limits on files of a repository.
const (
	maxSmallFile = 1 << 20
	maxIndexFile = 1 << 30
	maxRefsFile  = 256 << 20
)

// Open returns the repository whose work tree is dir. The error wraps
// projectbase.ErrNotFound if dir has no valid .git.
func Open(dir string) (*Repo, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("open repository %s: %w", dir, err)
	}
	gitDir, err := resolve(filepath.Join(dir, ".git"))
	if err != nil {
		return nil, fmt.Errorf("open repository %s: %w", dir, err)
	}
	r := &Repo{WorkTree: dir, Dir: gitDir, CommonDir: gitDir}
	if text, err := readSmall(filepath.Join(gitDir, "commondir")); err == nil {
		r.CommonDir = join(gitDir, strings.TrimSpace(string(text)))
	}
	if !isRepository(r.Dir, r.CommonDir) {
		return nil, fmt.Errorf("open repository %s: %w", dir, projectbase.ErrNotFound)
	}
	// An unreadable configuration counts as empty.
	r.config, _ = readConfig(r.ConfigFile())
	if r.config.worktrees() {
		own, _ := readConfig(r.worktreeConfigFile())
		r.config = append(r.config, own...)
	}
	return r, nil
}

// Find returns the repository whose work tree contains start. The error wraps
// projectbase.ErrNotFound.
func Find(start string) (*Repo, error) {
	dir, err := filepath.Abs(start)
	if err != nil {
		return nil, fmt.Errorf("find repository of %s: %w", start, err)
	}
	for {
		if r, err := Open(dir); err == nil {
			return r, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil, fmt.Errorf("find repository of %s: %w", start, projectbase.ErrNotFound)
		}
		dir = parent
	}
}

// resolve returns the git directory of dotGit, which is a directory or a file
// with a line "gitdir: PATH".
func resolve(dotGit string) (string, error) {
	info, err := os.Stat(dotGit)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return "", projectbase.ErrNotFound
		}
		return "", err
	}
	if info.IsDir() {
		return dotGit, nil
	}
	text, err := readSmall(dotGit)
	if err != nil {
		return "", err
	}
	target, ok := strings.CutPrefix(string(text), "gitdir:")
	target = strings.Trim(target, " \t\r\n")
	if !ok || target == "" || strings.ContainsAny(target, "\x00\n") {
		return "", fmt.Errorf("%s is not a link to a git directory: %w", dotGit, projectbase.ErrNotFound)
	}
	return join(filepath.Dir(dotGit), target), nil
}

// isRepository applies the same test as git: HEAD, objects and refs exist.
func isRepository(dir, common string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	for _, name := range []string{"objects", "refs"} {
		info, err := os.Stat(filepath.Join(common, name))
		if err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}

// join makes target absolute. Relative paths are relative to dir.
func join(dir, target string) string {
	if filepath.IsAbs(target) {
		return filepath.Clean(target)
	}
	return filepath.Join(dir, filepath.FromSlash(target))
}

// IndexFile returns the path of the file that lists the tracked files. It need
// not exist.
func (r *Repo) IndexFile() string { return filepath.Join(r.Dir, "index") }

// ExcludeFile returns the path of info/exclude, the ignore file outside the
// work tree. It need not exist.
func (r *Repo) ExcludeFile() string { return filepath.Join(r.CommonDir, "info", "exclude") }

// ConfigFile returns the path of the repository's configuration.
func (r *Repo) ConfigFile() string { return filepath.Join(r.CommonDir, "config") }

// worktreeConfigFile returns the path of the file that git config --worktree
// writes.
func (r *Repo) worktreeConfigFile() string { return filepath.Join(r.Dir, "config.worktree") }

// readSmall returns the content of a regular file of at most maxSmallFile bytes.
func readSmall(name string) ([]byte, error) { return readFile(name, maxSmallFile) }

func readFile(name string, limit int64) ([]byte, error) {
	// Check the kind first: opening a FIFO would wait for a writer.
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file: %w", name, projectbase.ErrUnreadable)
	}
	if info.Size() > limit {
		return nil, fmt.Errorf("%s is longer than %d bytes: %w", name, limit, projectbase.ErrLimit)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, 0, info.Size()+1)
	for int64(len(data)) <= limit {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := f.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if err == io.EOF {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s is longer than %d bytes: %w", name, limit, projectbase.ErrLimit)
}

// Remote returns the URL of the remote that the work tree was cloned from: of
// "origin", else of the first one; "" if there is none. It may hold credentials.
func (r *Repo) Remote() string {
	url := ""
	for _, s := range r.config {
		if s.section != "remote" || s.key != "url" {
			continue
		}
		if s.subsection == "origin" {
			return s.value
		}
		if url == "" {
			url = s.value
		}
	}
	return url
}
