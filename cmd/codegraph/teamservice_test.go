package main

import (
	"bytes"
	"encoding/json"
	"io"
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
		"CODEGRAPH_MACHINE=" + node, "CODEGRAPH_TOKEN=" + teamToken, "CODEGRAPH_SERVE_REPOS=" + repos, "CODEGRAPH_SERVE_SCAN=true",
		"CODEGRAPH_SERVE_LISTEN=" + address, "CODEGRAPH_BASES=" + filepath.Join(dir, "bases")}, more)
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

func send(r *http.Request) (int, string) { return sendWith(r, teamToken) }

func sendWith(r *http.Request, token string) (int, string) {
	r.Header.Set("Authorization", "Bearer "+token)
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
