package query

import (
	"context"

	"codegraph/projectbase/store"
)

// Schema returns the SQL that defines the tables and views of the base.
func (b *Base) Schema(ctx context.Context) (string, error) {
	var out string
	err := b.view(ctx, "schema", func(s *store.Snapshot) (err error) {
		out, err = s.Definitions()
		return err
	})
	return out, err
}
