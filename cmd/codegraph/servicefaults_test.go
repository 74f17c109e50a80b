package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/sqlstore"
)

func complete(f found) bool { return f.Total == 4 && f.Complete }

// TestServiceFaults kills a service, cuts it off from Postgres, and kills
// Postgres under load.
func TestServiceFaults(t *testing.T) {
	t.Parallel()
	cluster := catalogtest.NewCluster(t)
	store := cluster.Schema(t)
	line := mustLine(t, store)
	s := mustService(t, "service", line.address, tree)
	s.waitFor("the first answer", complete)
	t.Run("killed", func(t *testing.T) {
		s.kill()
		s.start()
		s.waitFor("an answer after the restart", complete)
	})
	t.Run("cut off from Postgres", func(t *testing.T) { cutOff(t, s, line) })
	t.Run("Postgres killed under load", func(t *testing.T) { underLoad(t, cluster, store, s) })
	t.Run("suspended", func(t *testing.T) {
		s.signal(syscall.SIGSTOP)
		s.signal(syscall.SIGCONT)
		s.waitFor("an answer after the suspension", complete)
	})
}

// cutOff drops all packets between a service and Postgres. Every request ends with
// an error within a time limit, and the service recovers by itself.
func cutOff(t *testing.T, s *service, line *line) {
	line.set(true)
	began := time.Now()
	status, text := s.ask("query", widgets)
	if status != http.StatusServiceUnavailable && status != http.StatusGatewayTimeout || strings.Contains(text, "127.0.0.1:5") {
		t.Errorf("a query without the catalog: %d %s", status, text)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("the error took %v", took)
	}
	if status, body := s.get("/readyz"); status != http.StatusServiceUnavailable {
		t.Errorf("ready: %d %s", status, body)
	}
	if _, body := s.get("/metrics"); !strings.Contains(body, "codegraph_catalog_up 0\n") {
		t.Error("the metrics do not say that the catalog is unavailable")
	}
	line.set(false)
	s.waitFor("complete again", complete)
	if status, body := s.get("/readyz"); status != http.StatusOK || !strings.Contains(body, `"status":"ready"`) {
		t.Errorf("ready: %d %s", status, body)
	}
}

// underLoad kills Postgres and starts it again while a service answers queries and
// projects are entered. Every answer is complete or an error, and every entry that
// was acknowledged is there afterwards.
func underLoad(t *testing.T, cluster *catalogtest.Cluster, address string, s *service) {
	store, err := sqlstore.OpenPostgres(t.Context(), sqlstore.PostgresOptions{Address: address, Wait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	ctx, stop := context.WithCancel(t.Context())
	var load sync.WaitGroup
	var answered, failed atomic.Int64
	for range 4 {
		load.Go(func() {
			for ctx.Err() == nil {
				status, text := s.ask("query", `{"term":"Widget","scope":"app,lib"}`)
				var f found
				switch err := json.Unmarshal([]byte(text), &f); {
				case err != nil:
					t.Errorf("an answer that is no JSON: %d %s", status, text)
				case status != http.StatusOK:
					failed.Add(1)
				case !complete(f):
					t.Errorf("a wrong answer: %s", text)
				default:
					answered.Add(1)
				}
			}
		})
	}
	acknowledged := make(chan []catalog.ProjectID, 1)
	go func() { acknowledged <- enterAll(ctx, store) }()
	for range 2 {
		before := answered.Load()
		cluster.Kill()
		for was := failed.Load(); failed.Load() < was+4; {
			<-time.After(10 * time.Millisecond)
		}
		if err := cluster.Start(); err != nil {
			t.Fatal(err)
		}
		for before = max(before, answered.Load()); answered.Load() < before+4; {
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
	t.Logf("%d answers, %d errors, %d entries", answered.Load(), failed.Load(), len(entered))
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
