package sqlstore

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
)

// TestListen: a change that another process makes is heard, also after the
// connection that listens was ended.
func TestListen(t *testing.T) {
	cluster := catalogtest.NewCluster(t)
	address := cluster.Schema(t)
	one, other := mustOpenPostgres(t, address), mustOpenPostgres(t, address)
	ctx, stop := context.WithCancel(t.Context())
	heard := make(chan struct{}, 1000)
	done := make(chan struct{})
	go func() {
		defer close(done)
		one.Listen(ctx, func() { heard <- struct{}{} })
	}()
	<-heard // it listens
	if _, err := other.Enter(ctx, entry("a")); err != nil {
		t.Fatal(err)
	}
	<-heard
	cluster.Kill()
	if err := cluster.Start(); err != nil {
		t.Fatal(err)
	}
	<-heard // it listens again
	if _, err := other.Tag(ctx, "a", "x"); err != nil {
		t.Fatal(err)
	}
	<-heard
	stop()
	<-done
	mustOpen(t, filepath.Join(t.TempDir(), "catalog.db")).Listen(t.Context(), func() { t.Error("a file says nothing") })
}

// TestUnheard: behind a pooler nothing is heard, and a copy follows all the same.
func TestUnheard(t *testing.T) {
	cluster := catalogtest.NewCluster(t)
	address := cluster.Schema(t)
	other := mustOpenPostgres(t, address)
	behind := mustOpenPostgres(t, cluster.Pooler(t, address))
	copied := mustOpen(t, filepath.Join(t.TempDir(), "copy.db"))
	s := catalog.NewStandby(func(context.Context) (catalog.Store, error) { return behind, nil }, copied, time.Time{}, time.Minute)
	changed := make(chan struct{}, 1000)
	s.Changed(func() { changed <- struct{}{} })
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{}, 2)
	go func() {
		s.Follow(ctx, 10*time.Millisecond)
		done <- struct{}{}
	}()
	go func() {
		behind.Listen(ctx, s.Wake)
		done <- struct{}{}
	}()
	<-changed
	if _, err := other.Enter(ctx, entry("a")); err != nil {
		t.Fatal(err)
	}
	<-changed
	list, err := copied.Projects(ctx, catalog.Query{})
	if err != nil || len(list) != 1 || list[0].ID != "a" {
		t.Errorf("the copy has %+v, %v", list, err)
	}
	stop()
	<-done
	<-done
}
