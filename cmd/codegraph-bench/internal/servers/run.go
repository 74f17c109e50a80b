package servers

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"codegraph/cmd/codegraph-bench/internal/mcpclient"
)

// execute runs the program and waits for its end.
func (b *bench) execute(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, b.program, args...)
	cmd.Env = b.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

// name returns the name of a server in reports.
func name(s server) string {
	if _, ok := s.(*httpServer); ok {
		return "serve"
	}
	return "mcp"
}

// mcpServer is a server on standard input and output.
type mcpServer struct{ *mcpclient.Session }

func (b *bench) startMCP(ctx context.Context, dir string) (server, error) {
	s, err := mcpclient.Start(ctx, b.program, b.env, dir, "standard")
	if err != nil {
		return nil, err
	}
	return mcpServer{s}, nil
}

func (s mcpServer) ask(tool string, arguments map[string]any) (string, error) {
	text, err := json.Marshal(arguments)
	if err != nil {
		return "", err
	}
	return s.Call(tool, text)
}

func (s mcpServer) pid() int { return s.Cmd.Process.Pid }

// httpServer is a server over HTTP.
type httpServer struct {
	cmd     *exec.Cmd
	address string
	project string
}

func (b *bench) startHTTP(ctx context.Context, dir string) (server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &httpServer{address: l.Addr().String(), project: dir}
	l.Close()
	s.cmd = exec.CommandContext(ctx, b.program, "-q", "serve", "--listen", s.address, "--repos", filepath.Join(b.scratch, "work"))
	s.cmd.Env, s.cmd.Stderr = b.env, os.Stderr
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(os.Interrupt) }
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		c, err := net.Dial("tcp", s.address)
		if err == nil {
			c.Close()
			return s, nil
		}
		if time.Now().After(deadline) {
			s.Close()
			return nil, err
		}
	}
}

func (s *httpServer) ask(tool string, arguments map[string]any) (string, error) {
	in := map[string]any{"project": s.project}
	for k, v := range arguments {
		in[k] = v
	}
	body, err := json.Marshal(in)
	if err != nil {
		return "", err
	}
	r, err := http.Post("http://"+s.address+"/v1/tools/"+tool, "application/json", bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	out, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", tool, r.Status, out)
	}
	return string(out), err
}

func (s *httpServer) pid() int { return s.cmd.Process.Pid }

// Close stops the server and ignores its exit status.
func (s *httpServer) Close() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
}
