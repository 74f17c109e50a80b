package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/config"
	"codegraph/cmd/internal/workspace"
)

const (
	// lookEvery is how often a service looks whether the catalog has changed, or
	// is there again. Where it can listen it learns sooner.
	lookEvery = 2 * time.Second
	// catalogTime is how long a call may take before the catalog counts as away.
	catalogTime = 3 * time.Second
)

// standBy has a service answer from a copy while its catalog is away, if that is
// on another machine. follow keeps the copy until its context ends; changed is
// called after each change.
func (a *app) standBy(ctx context.Context, c *config.Config, d *workspace.Workspace, changed func()) (follow func(context.Context), err error) {
	if !sqlstore.IsPostgres(c.Catalog) {
		return func(context.Context) {}, nil
	}
	file, err := copyPath(c)
	if err != nil {
		return nil, err
	}
	asOf := time.Time{}
	if info, err := os.Stat(file); err == nil {
		asOf = info.ModTime()
	}
	copied, err := sqlstore.Open(ctx, sqlstore.Options{Path: file})
	if err != nil {
		return nil, fmt.Errorf("keep a copy of the catalog: %w", err)
	}
	open := d.Catalog
	s := catalog.NewStandby(open, copied, asOf, catalogTime)
	s.Changed(changed)
	d.Catalog = func(context.Context) (catalog.Store, error) { return s, nil }
	return func(ctx context.Context) {
		heard := make(chan struct{})
		go func() {
			defer close(heard)
			listen(ctx, open, s.Wake)
		}()
		s.Follow(ctx, lookEvery)
		<-heard
		_ = s.Close() // what it holds is in the catalog
	}, nil
}

// listen calls wake when the catalog says that it has changed, once it is there.
func listen(ctx context.Context, open func(context.Context) (catalog.Store, error), wake func()) {
	for ctx.Err() == nil {
		store, err := open(ctx)
		if l, ok := store.(interface{ Listen(context.Context, func()) }); err == nil && ok {
			l.Listen(ctx, wake)
			return
		}
		t := time.NewTimer(lookEvery)
		select {
		case <-ctx.Done():
		case <-t.C:
		}
		t.Stop()
	}
}

// copyPath returns the file of the copy: beside the bases, else in the user's
// data directory. Each node and catalog has its own.
func copyPath(c *config.Config) (string, error) {
	sum := sha256.Sum256([]byte(c.Catalog + "\x00" + cmp.Or(c.Node, node())))
	name := "catalog-copy-" + hex.EncodeToString(sum[:6]) + ".db"
	if c.Bases != "" {
		return filepath.Join(c.Bases, name), nil
	}
	file, err := catalogPath("")
	return filepath.Join(filepath.Dir(file), name), err
}
