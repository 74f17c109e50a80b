package cli

import (
	"context"

	"codegraph/projectbase/about"
	"codegraph/projectbase/index"
	"codegraph/projectbase/store"
)

// scribe writes what people say of a project into its summary, under the lock of
// the base.
type scribe struct {
	wait index.Wait
}

func (s *scribe) Describe(ctx context.Context, p index.Project, section, title, text string, replace bool) (err error) {
	lock, err := store.Acquire(ctx, p.Base, s.wait.Limit, s.wait.OnWait)
	if err != nil {
		return err
	}
	defer func() {
		if e := lock.Release(); err == nil {
			err = e
		}
	}()
	_, err = about.Edit(p.Base, about.SummaryFile, func(existing []byte) ([]byte, error) {
		return about.Describe(existing, section, title, text, replace)
	})
	return err
}
