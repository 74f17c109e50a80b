package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/sqlstore"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// teamToken may ask the services of the tests.
const teamToken = "token-of-the-whole-team"

// service is a node of a team: a process that can be ended and begun again.
type service struct {
	t       *testing.T
	env     []string
	dir     string
	address string

	process *exec.Cmd
	log     *syncBuffer
}

// syncBuffer is written by a process while a test reads it.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// mustService starts a node over the directory that holds the projects of a
// txtar, with its own home.
func mustService(t *testing.T, node, store, projects string, more ...string) *service {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repos := filepath.Join(dir, "repos")
	for _, f := range txtar.Parse([]byte(projects)).Files {
		path := filepath.Join(repos, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	s := &service{t: t, dir: repos, address: "http://" + address}
	s.env = slices.Concat(os.Environ(), []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_DATA_HOME=" + dir, "CODEGRAPH_CATALOG=" + store,
		"CODEGRAPH_NODE=" + node, "CODEGRAPH_TOKEN=" + teamToken, "CODEGRAPH_NODE_SECRET=secret-of-the-nodes", "CODEGRAPH_SERVE_REPOS=" + repos, "CODEGRAPH_SERVE_SCAN=true",
		"CODEGRAPH_SERVE_LISTEN=" + address, "CODEGRAPH_SERVE_ADVERTISE=" + s.address, "CODEGRAPH_SERVE_NODE_TIMEOUT=3s", "CODEGRAPH_BASES=" + filepath.Join(dir, "bases")}, more)
	s.start()
	t.Cleanup(s.stop)
	return s
}

func (s *service) start() {
	s.t.Helper()
	s.log = &syncBuffer{}
	s.process = exec.Command("codegraph", "serve")
	s.process.Dir, s.process.Env, s.process.Stderr = s.dir, s.env, s.log
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
}

// stop ends the process in order.
func (s *service) stop() {
	if s.process == nil {
		return
	}
	s.signal(syscall.SIGCONT)
	s.signal(os.Interrupt)
	if err := s.process.Wait(); err != nil || s.t.Failed() {
		log := s.log.String()
		s.t.Logf("service at %s: %v\n%s", s.address, err, log[max(0, len(log)-4000):])
	}
	s.process = nil
}

func (s *service) signal(sig os.Signal) { _ = s.process.Process.Signal(sig) } // it may have ended

// kill ends the process as a crash does.
func (s *service) kill() {
	s.signal(syscall.SIGKILL)
	_ = s.process.Wait() // it says that it was killed
	s.process = nil
}

// ask returns the status and the answer; 0 if there is nobody.
func (s *service) ask(tool, body string) (int, string) {
	r, err := http.NewRequest("POST", s.address+"/v1/tools/"+tool, strings.NewReader(body))
	if err != nil {
		return 0, err.Error()
	}
	r.Header.Set("Content-Type", "application/json")
	return send(r)
}

func (s *service) get(path string) (int, string) {
	r, err := http.NewRequest("GET", s.address+path, nil)
	if err != nil {
		return 0, err.Error()
	}
	return send(r)
}

func send(r *http.Request) (int, string) {
	r.Header.Set("Authorization", "Bearer "+teamToken)
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		return 0, err.Error()
	}
	return w.StatusCode, string(text)
}

// found is what tests read of the answer of query.
type found struct {
	Total    int  `json:"total_matches"`
	Complete bool `json:"complete"`
	Failures []struct {
		Project string `json:"project"`
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"failures"`
}

// failed returns the codes of the failures by their projects.
func (f *found) failed() map[string]string {
	codes := map[string]string{}
	for _, r := range f.Failures {
		codes[r.Project] = r.Code
	}
	return codes
}

const widgets = `{"term":"Widget","scope":"all"}`

// query asks for Widget everywhere.
func (s *service) query() (f found, status int) {
	status, text := s.ask("query", widgets)
	if status == http.StatusOK {
		if err := json.Unmarshal([]byte(text), &f); err != nil {
			s.t.Errorf("%v: %s", err, text)
		}
	}
	return f, status
}

// waitFor asks for Widget until the answer is as it should be.
func (s *service) waitFor(what string, good func(found) bool) found {
	s.t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; {
		f, status := s.query()
		if status == http.StatusOK && good(f) {
			return f
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("%s: never: %d %+v\n%s", what, status, f, s.log)
		}
		<-time.After(50 * time.Millisecond)
	}
}

func whole(f found) bool { return f.Total == 4 && f.Complete }

// halves returns the two halves of tree: the project that depends, and the other.
func halves() (app, lib string) {
	a := txtar.Parse([]byte(tree))
	var one, other txtar.Archive
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "app/") {
			one.Files = append(one.Files, f)
		} else {
			other.Files = append(other.Files, f)
		}
	}
	return string(txtar.Format(&one)), string(txtar.Format(&other))
}

// TestTeam has two services share a catalog, each with half of the projects.
func TestTeam(t *testing.T) {
	cluster := catalogtest.NewCluster(t)
	store := cluster.Schema(t)
	app, lib := halves()
	line := mustLine(t, store)
	a, b := mustService(t, "a", store, app), mustService(t, "b", line.address, lib)
	a.waitFor("both halves from one", whole)
	b.waitFor("both halves from the other", whole)
	t.Run("the same from both", func(t *testing.T) { sameAnswers(t, a, b) })
	t.Run("one is killed", func(t *testing.T) {
		b.kill()
		without(t, a, "lib")
		b.start()
		a.waitFor("complete again", whole)
		b.waitFor("complete again", whole)
	})
	t.Run("one is cut off from Postgres", func(t *testing.T) {
		line.set(true)
		f := b.waitFor("answers without the catalog, which say so", func(f found) bool { return !f.Complete && f.Total == 4 })
		if diff := cmp.Diff(map[string]string{"": "unavailable"}, f.failed()); diff != "" {
			t.Error(diff)
		}
		if status, body := b.get("/readyz"); status != http.StatusOK || !strings.Contains(body, `"status":"degraded"`) {
			t.Errorf("ready: %d %s", status, body)
		}
		if _, body := b.get("/metrics"); !strings.Contains(body, "codegraph_catalog_up 0\n") {
			t.Error("the metrics do not say that the catalog is away")
		}
		a.waitFor("the other, which is not cut off", func(f found) bool { return f.Total == 4 })
		line.set(false)
		b.waitFor("complete again", whole)
		if status, body := b.get("/readyz"); status != http.StatusOK || !strings.Contains(body, `"status":"ready"`) {
			t.Errorf("ready: %d %s", status, body)
		}
	})
	t.Run("Postgres is killed under load", func(t *testing.T) { underLoad(t, cluster, store, a, b) })
	t.Run("one hangs", func(t *testing.T) {
		b.signal(syscall.SIGSTOP)
		for range 2 { // the second one does not wait
			without(t, a, "lib")
		}
		b.signal(syscall.SIGCONT)
		a.waitFor("complete again", whole)
	})
}

// line is a way to Postgres that can be cut.
type line struct {
	address string // of the catalog by this way

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

// mustLine makes a way to the catalog at an address.
func mustLine(t *testing.T, store string) *line {
	t.Helper()
	u, err := url.Parse(store)
	if err != nil {
		t.Fatal(err)
	}
	to := u.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u.Host = l.Addr().String()
	way := &line{address: u.String()}
	t.Cleanup(func() {
		l.Close()
		way.set(true)
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go way.carry(c, to)
		}
	}()
	return way
}

// carry carries one connection. While the line is cut, nothing comes through and
// nobody is told.
func (w *line) carry(c net.Conn, to string) {
	far, err := net.Dial("tcp", to)
	w.mu.Lock()
	w.conns = append(w.conns, c)
	silent := w.cut
	if err == nil {
		w.conns = append(w.conns, far)
	}
	w.mu.Unlock()
	if err != nil || silent {
		return
	}
	go w.copy(c, far)
	w.copy(far, c)
}

func (w *line) copy(to, from net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		w.mu.Lock()
		cut := w.cut
		w.mu.Unlock()
		if cut {
			return // what was said is lost
		}
		if err == nil {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			to.Close()
			from.Close()
			return
		}
	}
}

// set cuts the line; or mends it, which breaks what was said over it.
func (w *line) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	if cut {
		return
	}
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}

// without asks a service while the node of a project is away: the rest is
// answered, and that project is labelled.
func without(t *testing.T, s *service, project string) {
	t.Helper()
	f, status := s.query()
	if diff := cmp.Diff(map[string]string{project: "unavailable"}, f.failed()); status != http.StatusOK || f.Complete || f.Total == 0 || diff != "" {
		t.Errorf("status %d: %+v\n%s", status, f, diff)
	}
	for _, r := range f.Failures {
		if strings.Contains(r.Message, "127.0.0.1") {
			t.Errorf("addresses are told: %s", r.Message)
		}
	}
}

// sameAnswers asks two services the same.
func sameAnswers(t *testing.T, a, b *service) {
	questions := map[string][]string{
		"query":      {widgets, `{"term":"Widget","scope":"all","limit":1}`, `{"term":"wid","mode":"starts_with","scope":"app,lib"}`, `{"term":"Nowhere","scope":"all"}`},
		"signatures": {`{"scope":"all"}`, `{"scope":"all","files":["lib.go","bogus.go"]}`},
		"tree":       {`{"scope":"all","include_stats":true}`},
		"summary":    {`{"scope":"all"}`},
		"status":     {`{"scope":"all"}`},
		"projects":   {`{}`},
		"complexity": {`{"scope":"all"}`},
		"unused":     {`{"scope":"all"}`},
		"cycles":     {`{"scope":"all"}`},
		"coupling":   {`{"scope":"all"}`},
		"hotspots":   {`{"scope":"all"}`},
		"callers":    {`{"symbol":"Widget","scope":"all"}`},
		"callees":    {`{"symbol":"main","scope":"all"}`},
		"impact":     {`{"target":"Widget","scope":"all"}`},
	}
	for _, tool := range slices.Sorted(maps.Keys(questions)) {
		for _, body := range questions[tool] {
			oneStatus, one := a.ask(tool, body)
			otherStatus, other := b.ask(tool, body)
			if oneStatus != http.StatusOK || otherStatus != http.StatusOK {
				t.Errorf("%s %s: %d %s; %d %s", tool, body, oneStatus, one, otherStatus, other)
				continue
			}
			if diff := cmp.Diff(momentless(t, one), momentless(t, other)); diff != "" {
				t.Errorf("%s %s differs: %s", tool, body, diff)
			}
			if walk := map[string]string{"callers": `"symbol":"main"`, "callees": `"symbol":"Widget"`, "impact": `"symbol":"main"`}[tool]; !strings.Contains(one, walk) ||
				walk != "" && !strings.Contains(one, `"total":1`) {
				t.Errorf("%s does not lead to the other node: %s", tool, one)
			}
			if !strings.Contains(one, "lib") && tool != "unused" && tool != "cycles" && !strings.Contains(body, "Nowhere") {
				t.Errorf("%s %s says nothing of the other node: %s", tool, body, one)
			}
		}
	}
}

// momentless returns an answer without what is of the moment.
func momentless(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range []string{"checked_at", "last_update", "last_seen", "database_size_bytes"} {
				delete(v, key)
			}
			for _, e := range v {
				strip(e)
			}
		case []any:
			for _, e := range v {
				strip(e)
			}
		}
	}
	strip(v)
	return v
}

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
