package tool

import (
	"context"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/query/measure"
)

// Repository is what tools ask of the repository that a project lies in. Errors
// wrap projectbase.ErrNotFound where there is none.
type Repository struct {
	// History returns how often files were changed since a time.
	History func(ctx context.Context, root string, since time.Time) (map[projectbase.Path]measure.Churn, error)
	// Between returns the files that differ between two commits.
	Between func(ctx context.Context, root, from, to string) ([]projectbase.Path, error)
	// Uncommitted returns the files that may differ from what is checked out.
	Uncommitted func(ctx context.Context, root string) ([]projectbase.Path, error)
	// Blob returns the content of a file in a commit.
	Blob func(ctx context.Context, root, commit string, file projectbase.Path) ([]byte, error)
}
