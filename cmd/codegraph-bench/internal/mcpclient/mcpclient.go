// Package mcpclient is a minimal MCP client over standard input and output.
package mcpclient

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Session is an MCP session with a program over standard input and output.
type Session struct {
	Cmd          *exec.Cmd
	in           io.WriteCloser
	out          *bufio.Reader
	id           int
	Instructions string
	Tools        string // the tools/list result as JSON
}

// Start starts a program for a project.
func Start(ctx context.Context, program string, env []string, dir, profile string) (*Session, error) {
	s := &Session{Cmd: exec.CommandContext(ctx, program, "-C", dir, "mcp", "--tools", profile)}
	s.Cmd.Env = env
	s.Cmd.Stderr = os.Stderr
	out, err := s.Cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if s.in, err = s.Cmd.StdinPipe(); err != nil {
		return nil, err
	}
	s.out = bufio.NewReader(out)
	if err := s.Cmd.Start(); err != nil {
		return nil, err
	}
	var hello struct {
		Instructions string `json:"instructions"`
	}
	err = s.request("initialize", map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]string{"name": "codegraph-bench", "version": "1"}}, &hello)
	if err != nil {
		return nil, err
	}
	var list struct {
		Tools json.RawMessage `json:"tools"`
	}
	if err := s.request("tools/list", map[string]any{}, &list); err != nil {
		return nil, err
	}
	s.Instructions, s.Tools = hello.Instructions, string(list.Tools)
	return s, nil
}

// Call returns the text of a tool's answer.
func (s *Session) Call(name string, arguments json.RawMessage) (string, error) {
	var r struct {
		IsError bool `json:"isError"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
	}
	if err := s.request("tools/call", map[string]any{"name": "codegraph_" + name, "arguments": arguments}, &r); err != nil {
		return "", err
	}
	var text strings.Builder
	for _, c := range r.Content {
		text.WriteString(c.Text)
	}
	if r.IsError {
		return "", fmt.Errorf("%s: %s", name, text.String())
	}
	return text.String(), nil
}

func (s *Session) request(method string, params, result any) error {
	s.id++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": s.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if _, err := s.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		line, err := s.out.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var reply struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := json.Unmarshal(line, &reply); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		switch {
		case reply.ID != s.id: // a notification
		case reply.Error != nil:
			return fmt.Errorf("%s: %s", method, reply.Error.Message)
		default:
			return json.Unmarshal(reply.Result, result)
		}
	}
}

// Close ends the session and ignores the exit status of the program.
func (s *Session) Close() {
	s.in.Close()
	_ = s.Cmd.Wait()
}
