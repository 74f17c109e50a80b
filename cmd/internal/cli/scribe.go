package cli

import (
	"context"

	"codegraph/projectbase/index"
)

// scribe writes what people say of a project into its summary, as long waiting
// for other writers as the program does.
type scribe struct {
	indexer *index.Indexer
	wait    index.Wait
}

func (s *scribe) Describe(ctx context.Context, p index.Project, section, title, text string, replace bool) error {
	return s.indexer.Describe(ctx, p, section, title, text, replace, s.wait)
}
