package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// house is an isolated root directory for one test. It has its own home directory,
// catalog and projects.
type house struct {
	*testing.T
	dir string
	env []string // beside that of the house
}

func newHouse(t *testing.T) *house {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return &house{T: t, dir: dir}
}

func (h *house) path(name string) string { return filepath.Join(h.dir, filepath.FromSlash(name)) }

func (h *house) write(name, text string) {
	h.Helper()
	if err := os.MkdirAll(filepath.Dir(h.path(name)), 0o755); err != nil {
		h.Fatal(err)
	}
	if err := os.WriteFile(h.path(name), []byte(text), 0o644); err != nil {
		h.Fatal(err)
	}
}

func (h *house) read(name string) string {
	h.Helper()
	data, err := os.ReadFile(h.path(name))
	if err != nil {
		h.Fatal(err)
	}
	return string(data)
}

// command returns a run of the program in a directory of the house, in a process
// group of its own.
func (h *house) command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("codegraph", args...)
	cmd.Dir = h.path(dir)
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "CODEGRAPH_") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+h.dir, "XDG_CONFIG_HOME="+h.path(".config"), "XDG_DATA_HOME="+h.path(".data"),
		"XDG_CACHE_HOME="+h.path(".cache"), "CODEGRAPH_CATALOG="+h.path("catalog.db"), "GIT_CONFIG_NOSYSTEM=1", "TMPDIR="+h.temp())
	cmd.Env = append(cmd.Env, h.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// temp is where the program's temporary files go.
func (h *house) temp() string {
	h.Helper()
	if err := os.MkdirAll(h.path(".tmp"), 0o777); err != nil {
		h.Fatal(err)
	}
	return h.path(".tmp")
}

// result is the outcome of one run of the program.
type result struct {
	exit           int // -1 if it was killed
	stdout, stderr string
}

func (r result) String() string {
	return fmt.Sprintf("exit %d\n%s\n%s", r.exit, r.stdout, r.stderr)
}

// run runs the program to its end.
func (h *house) run(dir string, args ...string) result {
	h.Helper()
	return h.finish(h.command(dir, args...), nil)
}

// must runs the program, which must succeed, and returns its standard output.
func (h *house) must(dir string, args ...string) string {
	h.Helper()
	r := h.run(dir, args...)
	if r.exit != 0 {
		h.Fatalf("codegraph %s: %v", strings.Join(args, " "), r)
	}
	return r.stdout
}

// finish runs cmd to its end, behind a gate if judge is given. Nothing that it
// started may be left.
func (h *house) finish(cmd *exec.Cmd, judge func(writeCall) verdict) result {
	h.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if judge != nil {
		g := startGated(h.T, cmd, judge)
		defer g.close()
	} else if err := cmd.Start(); err != nil {
		h.Fatal(err)
	}
	end := time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	if !end.Stop() {
		h.Fatalf("%s did not end\n%s", strings.Join(cmd.Args, " "), stderr.String())
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		h.Fatal(err)
	}
	h.gone(cmd)
	r := result{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
	if strings.Contains(r.stderr, "goroutine ") || strings.Contains(r.stderr, "panic:") {
		h.Errorf("%s crashed: %v", strings.Join(cmd.Args, " "), r)
	}
	return r
}

// gone checks that no process of an ended program is left.
func (h *house) gone(cmd *exec.Cmd) {
	h.Helper()
	for end := time.Now().Add(20 * time.Second); ; {
		err := syscall.Kill(-cmd.Process.Pid, 0)
		if errors.Is(err, syscall.ESRCH) {
			return
		}
		if time.Now().After(end) {
			h.Errorf("%s left processes: %v", strings.Join(cmd.Args, " "), err)
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			return
		}
		time.Sleep(time.Millisecond) // nobody tells of the end of others' children
	}
}

// session is an assistant's connection to the program.
type session struct {
	*house
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr bytes.Buffer
	gate   *gate
	id     int
}

// newSession starts the program as an MCP server with all its tools, behind a
// gate if judge is given.
func (h *house) newSession(dir string, judge func(writeCall) verdict) *session {
	h.Helper()
	s := &session{house: h, cmd: h.command(dir, "mcp", "--tools", "all")}
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		h.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	s.out = bufio.NewScanner(out)
	s.out.Buffer(nil, 64<<20)
	s.cmd.Stderr = &s.stderr
	if judge != nil {
		s.gate = startGated(h.T, s.cmd, judge)
	} else if err := s.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	h.Cleanup(s.end)
	s.call("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "t", "version": "1"}})
	return s
}

// end ends the session: the program and all that it started must end with its input.
func (s *session) end() {
	if s.cmd == nil {
		return
	}
	cmd := s.cmd
	s.cmd = nil
	s.in.Close()
	killed := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	if err := cmd.Wait(); err != nil {
		s.Errorf("the server ended with %v\n%s", err, s.stderr.String())
	}
	if !killed.Stop() {
		s.Error("the server did not end with its input")
	}
	s.gone(cmd)
	if s.gate != nil {
		s.gate.close()
	}
}

// reply is the server's response to a call.
type reply struct {
	ID     int `json:"id"`
	Result struct {
		IsError bool `json:"isError"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
	} `json:"result"`
	Error *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
	raw string
}

func (r reply) text() string {
	var b strings.Builder
	for _, c := range r.Result.Content {
		b.WriteString(c.Text)
	}
	return b.String()
}

// call sends a request and returns the reply.
func (s *session) call(method string, params any) reply {
	s.Helper()
	s.id++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params})
	if err != nil {
		s.Fatal(err)
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		s.Fatalf("%v\n%s", err, s.stderr.String())
	}
	stuck := time.AfterFunc(2*time.Minute, func() { _ = s.cmd.Process.Kill() })
	defer stuck.Stop()
	for s.out.Scan() {
		r := reply{raw: s.out.Text()}
		if err := json.Unmarshal(s.out.Bytes(), &r); err != nil {
			s.Fatalf("%v in %s", err, r.raw)
		}
		if r.ID == s.id {
			return r
		}
	}
	s.Fatalf("the server said nothing more to %.200s: %v\n%s", line, s.out.Err(), s.stderr.String())
	return reply{}
}

// ask calls a tool.
func (s *session) ask(tool string, arguments any) reply {
	s.Helper()
	return s.call("tools/call", map[string]any{"name": "codegraph_" + tool, "arguments": arguments})
}

// serve starts the HTTP service in a directory below the root until the test ends.
// It returns the service's address and a function that returns its log.
func (h *house) serve(dir string) (address string, logged func() string) {
	h.Helper()
	cmd := h.command(dir, "serve", "--listen", "127.0.0.1:0")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		h.Fatal(err)
	}
	var log strings.Builder
	lines := bufio.NewScanner(stderr)
	for address == "" && lines.Scan() {
		fmt.Fprintln(&log, lines.Text())
		_, rest, _ := strings.Cut(lines.Text(), "address=")
		address, _, _ = strings.Cut(rest, " ")
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for lines.Scan() {
			fmt.Fprintln(&log, lines.Text())
		}
	}()
	stop := func() string {
		if cmd.ProcessState == nil {
			_ = cmd.Process.Signal(os.Interrupt)
			<-ended
			if err := cmd.Wait(); err != nil {
				h.Errorf("the service ended with %v\n%s", err, log.String())
			}
			h.gone(cmd)
		}
		return log.String()
	}
	h.Cleanup(func() { stop() })
	if address == "" {
		h.Fatalf("the service did not say where it listens:\n%s", stop())
	}
	return address, stop
}
