package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/sqlstore"
)

// underLoad kills Postgres and starts it again while both services are asked and
// projects are entered. What says that it is complete is, and every entry that was
// acknowledged is there afterwards.
func underLoad(t *testing.T, cluster *catalogtest.Cluster, address string, services ...*service) {
	store, err := sqlstore.OpenPostgres(t.Context(), sqlstore.PostgresOptions{Address: address, Wait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx, stop := context.WithCancel(t.Context())
	var load sync.WaitGroup
	var complete, labelled atomic.Int64
	for _, s := range services {
		for range 2 {
			load.Go(func() {
				for ctx.Err() == nil {
					status, text := s.ask("query", `{"term":"Widget","scope":"app,lib"}`)
					var f found
					switch err := json.Unmarshal([]byte(text), &f); {
					case err != nil:
						t.Errorf("an answer that is no JSON: %d %s", status, text)
					case status != http.StatusOK:
						labelled.Add(1)
					case f.Complete && f.Total != 4 || f.Total > 4 || !f.Complete && len(f.Failures) == 0:
						t.Errorf("a wrong answer: %s", text)
					case f.Complete:
						complete.Add(1)
					default:
						labelled.Add(1)
					}
				}
			})
		}
	}
	acknowledged := make(chan []catalog.ProjectID, 1)
	go func() { acknowledged <- enterAll(ctx, store) }()
	for range 2 {
		before := complete.Load()
		cluster.Kill()
		for was := labelled.Load(); labelled.Load() < was+4; {
			<-time.After(10 * time.Millisecond)
		}
		if err := cluster.Start(); err != nil {
			t.Fatal(err)
		}
		for before = max(before, complete.Load()); complete.Load() < before+4; {
			<-time.After(10 * time.Millisecond)
		}
	}
	stop()
	load.Wait()
	entered := <-acknowledged
	known, err := store.Projects(t.Context(), catalog.Query{IDs: entered})
	if err != nil || len(known) != len(entered) || len(entered) == 0 {
		t.Errorf("%d entries were acknowledged, %d are there: %v", len(entered), len(known), err)
	}
	t.Logf("%d complete answers, %d labelled ones, %d entries", complete.Load(), labelled.Load(), len(entered))
	if _, err := store.Forget(t.Context(), entered...); err != nil {
		t.Error(err)
	}
}

// enterAll enters projects until the context ends, and returns those that the
// catalog has acknowledged.
func enterAll(ctx context.Context, store catalog.Store) (acknowledged []catalog.ProjectID) {
	for i := 0; ctx.Err() == nil; i++ {
		id := catalog.ProjectID(fmt.Sprintf("entered-%d", i))
		p := catalog.Project{ID: id, Place: catalog.Place{Node: "laptop", Root: "/src/" + string(id)}, Name: string(id), State: catalog.StateNotIndexed}
		if changed, err := store.Enter(context.WithoutCancel(ctx), catalog.Entry{Project: p}); err == nil && changed {
			acknowledged = append(acknowledged, id)
		}
	}
	return acknowledged
}
