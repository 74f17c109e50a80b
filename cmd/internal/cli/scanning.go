package cli

import (
	"context"
	"log/slog"
	"time"

	"codegraph/catalog/lease"
	"codegraph/catalog/scan"
	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/upload"
	"codegraph/cmd/internal/workspace"
)

// firstRetry is the first pause after a failed scan. It is short because the
// catalog may be back soon.
const firstRetry = time.Second

// keepScanned scans the served directories, and again after every, until ctx
// ends. A failed scan is repeated sooner. If every is 0, it scans once.
func keepScanned(ctx context.Context, every time.Duration, log *slog.Logger, scan func() error) {
	pause := firstRetry
	for {
		wait := every
		if err := scan(); err != nil {
			log.Warn("the directories could not be scanned", "again_in", pause, "err", err)
			wait = pause
			pause *= 2
			if every > 0 {
				pause = min(pause, every)
			} else {
				pause = min(pause, time.Minute)
			}
		} else if pause = firstRetry; every <= 0 {
			return
		}
		t := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			t.Stop()
			return
		case <-t.C:
		}
	}
}

// scanAll enters the projects of the served directories in the catalog and
// indexes those without an index. It returns the error of the first directory that
// could not be scanned.
func scanAll(ctx context.Context, d *workspace.Workspace, log *slog.Logger) (first error) {
	for _, dir := range d.Within {
		in := &register.ScanIn{Path: dir, Index: true}
		var out any
		store, err := d.Catalog(ctx)
		if err == nil {
			err = lease.Hold(ctx, store, "scan of "+d.Node+":"+dir, func(ctx context.Context) (err error) {
				out, err = register.Scan().Run(ctx, d, in)
				return err
			})
		}
		if err != nil {
			if first == nil && ctx.Err() == nil {
				first = err
			}
			continue
		}
		found := out.(*register.ScanOut)
		log.Info("scanned", "path", dir, "projects", len(found.Projects), "changed", found.Changed, "failures", len(found.Failures),
			"dur", time.Duration(found.DurationMS)*time.Millisecond)
		for _, f := range found.Failures {
			log.Warn("a project could not be indexed", "path", f.File, "code", f.Code)
		}
	}
	return first
}

// relink derives the links again after other machines have registered projects.
// Each machine may see only some of them.
func relink(ctx context.Context, d *workspace.Workspace, log *slog.Logger) {
	store, err := d.Catalog(ctx)
	if err == nil {
		_, err = (&scan.Registrar{Catalog: store, Node: d.Node}).Link(ctx)
	}
	if err != nil {
		log.Warn("links were not derived", "err", err)
	}
}

// tidy removes outdated files of published indexes.
func tidy(ctx context.Context, d *workspace.Workspace, uploads *upload.UploadStore, before time.Time, log *slog.Logger) {
	if uploads == nil {
		return
	}
	store, err := d.Catalog(ctx)
	if err == nil {
		err = uploads.Tidy(ctx, store, before)
	}
	if err != nil {
		log.Warn("outdated published indexes were not removed", "err", err)
	}
}
