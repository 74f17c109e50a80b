package main

import (
	"bytes"
	"encoding/json"

	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog/catalogtest"

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
func mustService(t *testing.T, node, catalog, projects string, more ...string) *service {
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
	s.env = slices.Concat(os.Environ(), []string{"HOME=" + dir, "XDG_CONFIG_HOME=" + dir, "XDG_DATA_HOME=" + dir, "CODEGRAPH_CATALOG=" + catalog,
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
		s.t.Logf("service at %s: %v\n%s", s.address, err, s.log)
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
	catalog := cluster.Schema(t)
	app, lib := halves()
	a, b := mustService(t, "a", catalog, app), mustService(t, "b", catalog, lib)
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
	t.Run("one hangs", func(t *testing.T) {
		b.signal(syscall.SIGSTOP)
		for range 2 { // the second one does not wait
			without(t, a, "lib")
		}
		b.signal(syscall.SIGCONT)
		a.waitFor("complete again", whole)
	})
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
