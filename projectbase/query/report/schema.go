package report

import (
	"context"

	"codegraph/projectbase/query"
	"codegraph/projectbase/store/read"
)

// ReadSchema returns the SQL that defines the tables and views of the index.
func ReadSchema(ctx context.Context, b *query.Index) (string, error) {
	var out string
	err := b.View(ctx, "schema", func(s *read.Snapshot) (err error) {
		out, err = s.Definitions()
		return err
	})
	return out, err
}
