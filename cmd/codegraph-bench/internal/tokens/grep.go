package tokens

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mostListed is the number of lines of a list that an assistant reads.
const mostListed = 250

// without returns the text that an assistant without an index reads: a list, and the
// files that it opens next, by paths in dir.
func without(ctx context.Context, dir string, q question) (list string, files []string, err error) {
	switch q.Kind {
	case "folder":
		return folderWithout(dir, q.Subject)
	case "project":
		return projectWithout(ctx, dir)
	}
	out, err := exec.CommandContext(ctx, "grep", "-rnwI", "--exclude-dir=.git", "--exclude-dir=node_modules", "--", q.Subject, dir).Output()
	if err != nil {
		return "", nil, fmt.Errorf("grep: %w", err)
	}
	text := strings.ReplaceAll(string(out), dir+"/", "")
	if q.Kind == "defined" {
		return firstLines(text, mostListed), []string{q.File}, nil
	}
	matches := map[string]int{}
	for line := range strings.Lines(text) {
		name, _, _ := strings.Cut(line, ":")
		if matches[name] == 0 {
			files = append(files, name)
		}
		matches[name]++
	}
	slices.SortStableFunc(files, func(a, b string) int { return matches[b] - matches[a] })
	return firstLines(text, mostListed), files[:min(3, len(files))], nil
}

func folderWithout(dir, folder string) (string, []string, error) {
	list, err := exec.Command("ls", "-R", filepath.Join(dir, folder)).Output()
	if err != nil {
		return "", nil, fmt.Errorf("ls: %w", err)
	}
	entries, err := os.ReadDir(filepath.Join(dir, folder))
	if err != nil {
		return "", nil, err
	}
	var files []string
	for _, e := range entries {
		if ext := path.Ext(e.Name()); !e.IsDir() && slices.Contains([]string{".go", ".py", ".ts"}, ext) && !strings.HasSuffix(e.Name(), "_test.go") {
			files = append(files, path.Join(folder, e.Name()))
		}
	}
	return firstLines(strings.ReplaceAll(string(list), dir+"/", ""), mostListed), files, nil
}

func projectWithout(ctx context.Context, dir string) (string, []string, error) {
	cmd := exec.CommandContext(ctx, "find", ".", "-name", ".git", "-prune", "-o", "-type", "f", "-print")
	cmd.Dir = dir
	list, err := cmd.Output()
	if err != nil {
		return "", nil, fmt.Errorf("find: %w", err)
	}
	var files []string
	for _, name := range []string{"README.md", "go.mod", "pyproject.toml", "package.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			files = append(files, name)
		} else if !errors.Is(err, os.ErrNotExist) {
			return "", nil, err
		}
	}
	return firstLines(string(bytes.TrimSpace(list)), mostListed), files, nil
}
