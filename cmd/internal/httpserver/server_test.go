package httpserver

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
)

// TestFault checks that a panic in a handler fails only its request.
func TestFault(t *testing.T) {
	address := mustServe(t, Options{Version: "v1", MCP: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret") })})
	r, err := http.NewRequest("POST", "http://"+address+"/mcp", strings.NewReader(stateless))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	checkAnswer(t, r, 500, "internal")
}

func TestListen(t *testing.T) {
	tokens, err := NewTokens("", token)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		address string
		tokens  *Tokens
		want    error
	}{
		{"127.0.0.1:0", nil, nil}, {"localhost:0", nil, nil}, {"127.0.0.1:0", tokens, nil}, {"0.0.0.0:0", tokens, nil},
		{"0.0.0.0:0", nil, projectbase.ErrNotAllowed}, {":0", nil, projectbase.ErrNotAllowed}, {"[::]:0", nil, projectbase.ErrNotAllowed},
		{"192.0.2.1:0", nil, projectbase.ErrNotAllowed}, {"example.com:0", nil, projectbase.ErrNotAllowed}, {"7333", nil, projectbase.ErrUsage},
	} {
		l, err := Listen(t.Context(), tt.address, tt.tokens)
		if err == nil {
			l.Close()
		}
		if !errors.Is(err, tt.want) {
			t.Errorf("Listen(%q) = %v, want %v", tt.address, err, tt.want)
		}
	}
}

// TestShutdown checks that calls in flight finish, event streams end, and calls above
// the time limit are cancelled.
func TestShutdown(t *testing.T) {
	for name, grace := range map[string]time.Duration{"in time": time.Minute, "too late": 30 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			began, finish, cancelled := make(chan struct{}), make(chan struct{}), make(chan struct{})
			o := Options{Workspace: &workspace.Workspace{}, Grace: grace, MCP: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				began <- struct{}{}
				select {
				case <-finish:
					io.WriteString(w, "finished")
				case <-r.Context().Done():
					close(cancelled)
				}
			})}
			l, err := Listen(t.Context(), "127.0.0.1:0", nil)
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(context.Background())
			s := New(o)
			done := make(chan error, 1)
			go func() { done <- s.Serve(ctx, l) }()
			answer := make(chan string, 1)
			go func() {
				w, err := http.Post("http://"+l.Addr().String()+"/mcp", "application/json", strings.NewReader(stateless))
				if err != nil {
					answer <- ""
					return
				}
				defer w.Body.Close()
				body, _ := io.ReadAll(w.Body)
				answer <- string(body)
			}()
			<-began
			stop()
			if grace == time.Minute {
				<-s.drained
				close(finish)
				if got := <-answer; got != "finished" {
					t.Errorf("answer = %q", got)
				}
			} else {
				<-cancelled
				<-answer
			}
			if err := <-done; err != nil {
				t.Errorf("Serve: %v", err)
			}
		})
	}
}
