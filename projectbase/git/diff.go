package git

import (
	"context"
	"fmt"
	"strings"

	"codegraph/projectbase"
)

// Change is a file that differs between two commits. A rename is one deleted
// and one added file.
type Change struct {
	Path    projectbase.Path // relative to the given directory
	Deleted bool
}

// Changed returns the files below dir that differ between the commits from and
// to, in git's order. An unknown commit gives an error that wraps
// projectbase.ErrUsage.
func Changed(ctx context.Context, dir, from, to string) ([]Change, error) {
	var commits [2]string
	for i, name := range []string{from, to} {
		c, err := commit(ctx, dir, name)
		if err != nil {
			return nil, err
		}
		commits[i] = c
	}
	out, err := Command{Dir: dir, Args: []string{"diff-tree", "-r", "-z", "--name-status", "--no-renames", "--no-ext-diff",
		"--no-textconv", "--ignore-submodules=all", "--relative", commits[0], commits[1], "--"}}.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("changes from %q to %q: %w", from, to, err)
	}
	return parseChanges(string(out))
}

// parseChanges reads pairs of a status letter and a name.
func parseChanges(out string) ([]Change, error) {
	var changes []Change
	for out != "" {
		status, rest, ok := strings.Cut(out, "\x00")
		name, rest, ok2 := strings.Cut(rest, "\x00")
		if !ok || !ok2 || status == "" {
			return nil, fmt.Errorf("output of git diff-tree: %w", projectbase.ErrMalformed)
		}
		if p := projectbase.Path(name); p.Valid() {
			changes = append(changes, Change{Path: p, Deleted: status[0] == 'D'})
		}
		out = rest
	}
	return changes, nil
}

// commit resolves a revision, such as a branch or "HEAD~1", to the object name
// of a commit.
func commit(ctx context.Context, dir, name string) (string, error) {
	if name == "" || name[0] == '-' || strings.ContainsAny(name, "\x00\n") {
		return "", fmt.Errorf("%q is not the name of a commit: %w", name, projectbase.ErrUsage)
	}
	out, err := Command{Dir: dir, Args: []string{"rev-parse", "--verify", "--quiet", name + "^{commit}"}}.Run(ctx)
	if err != nil {
		return "", fmt.Errorf("%q is not a commit of this repository: %w: %w", name, projectbase.ErrUsage, err)
	}
	object := strings.TrimSpace(string(out))
	if !isObject(object) {
		return "", fmt.Errorf("%q does not name exactly one commit: %w", name, projectbase.ErrUsage)
	}
	return object, nil
}
