package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// serves NAME [ARG...] runs a service with the script's environment until the
// script ends, and sets NAME to its address.
func serves(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: serves NAME [ARG...]")
	}
	name, args := args[0], append([]string{"serve"}, args[1:]...)
	if !strings.Contains(strings.Join(args, " "), "--listen") {
		args = append(args, "--listen", "127.0.0.1:0")
	}
	cmd := exec.Command(filepath.Join(binDir(ts), "codegraph"), args...)
	cmd.Dir = ts.MkAbs(".")
	for _, v := range []string{"PATH", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "GOCOVERDIR", "CODEGRAPH_CATALOG", "CODEGRAPH_MACHINE", "CODEGRAPH_TOKEN", "CODEGRAPH_BASES"} {
		cmd.Env = append(cmd.Env, v+"="+ts.Getenv(v))
	}
	stderr, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	s := &serving{cmd: cmd, read: make(chan struct{})}
	ts.Defer(func() { s.end(os.Interrupt) })
	lines := bufio.NewScanner(stderr)
	var said bytes.Buffer
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if _, rest, ok := strings.Cut(lines.Text(), "address=http://"); ok {
			address, _, _ := strings.Cut(rest, " ")
			ts.Setenv(name, "http://"+address)
			ts.Setenv(name+"_HOST", address)
			services.Store(name+ts.Getenv("WORK"), s)
			go func() {
				defer close(s.read)
				io.Copy(io.Discard, stderr)
			}()
			return
		}
	}
	close(s.read)
	ts.Fatalf("the service did not begin:\n%s", said.String())
}

// serving is a service that runs.
type serving struct {
	cmd   *exec.Cmd
	read  chan struct{} // closed when its log ends
	ended bool
}

func (s *serving) end(how os.Signal) {
	if s.ended {
		return
	}
	s.ended = true
	s.cmd.Process.Signal(how)
	<-s.read
	s.cmd.Wait()
}

// services are those that run, by name and the directory of their script: scripts
// run at once.
var services sync.Map

// stops NAME ends a service in order; kills NAME ends it at once.
func stops(ts *testscript.TestScript, neg bool, args []string) {
	endService(ts, neg, args, os.Interrupt)
}

func kills(ts *testscript.TestScript, neg bool, args []string) {
	endService(ts, neg, args, syscall.SIGKILL)
}

func endService(ts *testscript.TestScript, neg bool, args []string, how os.Signal) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: stops NAME or kills NAME")
	}
	s, ok := services.Load(args[0] + ts.Getenv("WORK"))
	if !ok {
		ts.Fatalf("there is no service %s", args[0])
	}
	s.(*serving).end(how)
}

// secures NAME ADDRESS FILE starts a TLS proxy for ADDRESS until the script ends. It
// sets NAME to the proxy's address and writes its self-signed certificate to FILE.
func secures(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: secures NAME ADDRESS FILE")
	}
	to, err := url.Parse(args[1])
	ts.Check(err)
	server := httptest.NewTLSServer(httputil.NewSingleHostReverseProxy(to))
	ts.Defer(server.Close)
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), text, 0o600))
	ts.Setenv(args[0], server.URL)
}

// sets NAME FILE [PATH] sets a variable to the text of a file, or of stdout, or to
// the value at PATH in its JSON.
func sets(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: sets NAME FILE [PATH]")
	}
	value := strings.TrimSpace(ts.ReadFile(args[1]))
	if len(args) == 3 {
		var doc any
		ts.Check(json.Unmarshal([]byte(value), &doc))
		var err error
		value, err = lookUp(doc, strings.Split(args[2], "."))
		ts.Check(err)
	}
	ts.Setenv(args[0], value)
}
