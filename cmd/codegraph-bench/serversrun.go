package main

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
	"strconv"
	"strings"
	"time"
)

// execute runs the program to its end.
func (b *serverBench) execute(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, b.program, args...)
	cmd.Env = b.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

// name is what reports call a server.
func name(s server) string {
	if _, ok := s.(*httpServer); ok {
		return "serve"
	}
	return "mcp"
}

// mcpServer is a server on standard input and output.
type mcpServer struct{ *mcpSession }

func (b *serverBench) startMCP(ctx context.Context, dir string) (server, error) {
	s, err := startMCP(ctx, b.program, b.env, dir, "standard")
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
	return s.call(tool, text)
}

func (s mcpServer) pid() int { return s.cmd.Process.Pid }

// httpServer is a server over HTTP.
type httpServer struct {
	cmd     *exec.Cmd
	address string
	project string
}

func (b *serverBench) startHTTP(ctx context.Context, dir string) (server, error) {
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
			s.close()
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

// close ends the server. How it ends is not what is measured.
func (s *httpServer) close() {
	_ = s.cmd.Process.Signal(os.Interrupt)
	_ = s.cmd.Wait()
}

// tick is the unit of a process's times in /proc.
const tick = 10 * time.Millisecond

// cpuOf returns the processor time of a process and its descendants, those that
// have ended included; 0 where the system does not tell.
func cpuOf(pid int) time.Duration {
	dir := "/proc/" + strconv.Itoa(pid)
	data, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return 0
	}
	var sum int64
	// The name is in parentheses and may hold blanks; user, system and those of
	// ended children follow at places 12 to 15.
	if fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:]); len(fields) > 15 {
		for _, f := range fields[11:15] {
			n, _ := strconv.ParseInt(string(f), 10, 64)
			sum += n
		}
	}
	total := time.Duration(sum) * tick
	for _, child := range childrenOf(pid) {
		total += cpuOf(child)
	}
	return total
}

// childrenOf returns the processes that a process has started and that run.
func childrenOf(pid int) []int {
	var list []int
	dir := "/proc/" + strconv.Itoa(pid) + "/task"
	tasks, _ := os.ReadDir(dir)
	for _, task := range tasks {
		children, _ := os.ReadFile(filepath.Join(dir, task.Name(), "children"))
		for _, child := range bytes.Fields(children) {
			if n, err := strconv.Atoi(string(child)); err == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// handles returns how many files a process has open.
func handles(pid int) int {
	entries, _ := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/fd")
	return len(entries)
}

// watches returns how many directories a process is told of.
func watches(pid int) int {
	dir := "/proc/" + strconv.Itoa(pid) + "/fdinfo"
	entries, _ := os.ReadDir(dir)
	n := 0
	for _, e := range entries {
		data, _ := os.ReadFile(filepath.Join(dir, e.Name()))
		n += bytes.Count(data, []byte("inotify wd:"))
	}
	return n
}
