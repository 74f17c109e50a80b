package measure

import (
	"context"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/query/measure"
)

// history returns how often each file was changed since a time. Its error wraps
// projectbase.ErrNotFound outside of a repository.
func history(ctx context.Context, root string, since time.Time) (map[projectbase.Path]measure.Churn, error) {
	found, err := git.History(ctx, root, since)
	if err != nil {
		return nil, err
	}
	out := make(map[projectbase.Path]measure.Churn, len(found))
	for p, c := range found {
		out[p] = measure.Churn(c)
	}
	return out, nil
}

// between returns the files that differ between two commits.
func between(ctx context.Context, root, from, to string) ([]projectbase.Path, error) {
	if _, err := git.Find(root); err != nil {
		return nil, err
	}
	return pathsOf(git.Changed(ctx, root, from, to))
}

// uncommitted returns the files that may differ from the commit that is checked out.
func uncommitted(ctx context.Context, root string) ([]projectbase.Path, error) {
	return pathsOf(git.Uncommitted(ctx, root))
}

func pathsOf(changes []git.Change, err error) ([]projectbase.Path, error) {
	var paths []projectbase.Path
	for _, c := range changes {
		paths = append(paths, c.Path)
	}
	return paths, err
}
