package cli

import (
	"context"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/query/measure"
)

// repository wires what tools ask of a project's repository.
func repository() tool.Repository {
	return tool.Repository{
		History: func(ctx context.Context, root string, since time.Time) (map[projectbase.Path]measure.Churn, error) {
			found, err := git.History(ctx, root, since)
			if err != nil {
				return nil, err
			}
			out := make(map[projectbase.Path]measure.Churn, len(found))
			for p, c := range found {
				out[p] = measure.Churn(c)
			}
			return out, nil
		},
		Between: func(ctx context.Context, root, from, to string) ([]projectbase.Path, error) {
			if _, err := git.Find(root); err != nil {
				return nil, err
			}
			return pathsOf(git.Changed(ctx, root, from, to))
		},
		Uncommitted: func(ctx context.Context, root string) ([]projectbase.Path, error) {
			return pathsOf(git.Uncommitted(ctx, root))
		},
		Blob: git.Blob,
	}
}

func pathsOf(changes []git.Change, err error) ([]projectbase.Path, error) {
	var paths []projectbase.Path
	for _, c := range changes {
		paths = append(paths, c.Path)
	}
	return paths, err
}
