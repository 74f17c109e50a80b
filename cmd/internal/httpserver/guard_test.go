package httpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
)

const token = "0123456789abcdef"

// mustServe runs a server until the test ends and returns its address.
func mustServe(t *testing.T, o Options) string {
	t.Helper()
	if o.Workspace == nil {
		o.Workspace = &workspace.Workspace{}
	}
	if o.MCP == nil {
		o.MCP = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			w.Write(body)
		})
	}
	l, err := Listen(t.Context(), "127.0.0.1:0", o.Tokens)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- New(o).Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
	return l.Addr().String()
}

// stateless is a message that MCP needs no session for.
const stateless = `{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`

func TestGuards(t *testing.T) {
	tokens, err := NewTokens("", token)
	if err != nil {
		t.Fatal(err)
	}
	open := mustServe(t, Options{Version: "v1", MaxBody: 1000, Hosts: []string{"codegraph.example"}, Origins: []string{"https://tools.example/"}})
	closed := mustServe(t, Options{Version: "v1", Tokens: tokens})
	tests := []struct {
		name    string
		address string
		request string // METHOD PATH
		header  string // NAME: VALUE, joined by |
		body    string
		status  int
		code    string // of the error
	}{
		{"health", open, "GET /healthz", "", "", 200, ""},
		{"health without a token", closed, "GET /healthz", "", "", 200, ""},
		{"own name", open, "GET /healthz", "Host: localhost:1", "", 200, ""},
		{"IPv6", open, "GET /healthz", "Host: [::1]:7333", "", 200, ""},
		{"allowed name", open, "GET /healthz", "Host: CodeGraph.example.:7333", "", 200, ""},
		{"another name", open, "GET /healthz", "Host: evil.example", "", 403, "not_allowed"},
		{"a name that starts alike", open, "GET /healthz", "Host: localhost.evil.example", "", 403, "not_allowed"},
		{"another address", open, "GET /healthz", "Host: 192.0.2.1", "", 403, "not_allowed"},
		{"own page", open, "GET /healthz", "Host: localhost:7333|Origin: http://localhost:7333", "", 200, ""},
		{"allowed page", open, "GET /healthz", "Origin: https://tools.example", "", 200, ""},
		{"another page", open, "GET /healthz", "Origin: http://evil.example", "", 403, "not_allowed"},
		{"a page at another port", open, "GET /healthz", "Host: localhost:7333|Origin: http://localhost:3000", "", 403, "not_allowed"},
		{"a page from a file", open, "GET /healthz", "Origin: null", "", 403, "not_allowed"},
		{"a picture on another page", open, "GET /v1/projects", "Sec-Fetch-Site: cross-site", "", 403, "not_allowed"},
		{"typed into the address bar", open, "GET /healthz", "Sec-Fetch-Site: none", "", 200, ""},
		{"a preflight request", open, "OPTIONS /v1/tools/query", "Origin: http://evil.example|Access-Control-Request-Method: POST", "", 403, "not_allowed"},
		{"token", closed, "POST /mcp", "Authorization: Bearer " + token, stateless, 200, ""},
		{"no token", closed, "POST /mcp", "", stateless, 401, "not_allowed"},
		{"wrong token", closed, "POST /mcp", "Authorization: Bearer " + token + "0", stateless, 401, "not_allowed"},
		{"half a token", closed, "POST /mcp", "Authorization: Bearer 0123", stateless, 401, "not_allowed"},
		{"token as a password", closed, "POST /mcp", "Authorization: Basic " + token, stateless, 401, "not_allowed"},
		{"metrics without a token", closed, "GET /metrics", "", "", 401, "not_allowed"},
		{"host before token", closed, "POST /mcp", "Host: evil.example", stateless, 403, "not_allowed"},
		{"long body", open, "POST /mcp", "", strings.Repeat(" ", 1001), 413, "limit"},
		{"body as a form sends it", open, "POST /mcp", "Content-Type: text/plain", stateless, 415, "usage"},
		{"broken JSON", open, "POST /v1/tools/query", "", `{"term":`, 400, "usage"},
		{"no object", open, "POST /v1/tools/query", "", `[]`, 400, "usage"},
		{"unknown argument", open, "POST /v1/tools/query", "", `{"term":"x","bogus":1}`, 400, "usage"},
		{"no limit", open, "POST /v1/tools/query", "", `{"term":"x","limit":0}`, 400, "usage"},
		{"missing argument", open, "POST /v1/tools/query", "", `{}`, 400, "usage"},
		{"unknown tool", open, "POST /v1/tools/bogus", "", `{}`, 404, "not_found"},
		{"a tool that is not for others", open, "POST /v1/tools/project", "", `{"action":"delete","name":"x"}`, 404, "not_found"},
		{"unknown address", open, "GET /v2", "", "", 404, "not_found"},
		{"wrong method", open, "GET /v1/tools/query", "", "", 405, "usage"},
		{"delete of a project", open, "DELETE /v1/projects/x", "", "", 405, "usage"},
		{"unknown parameter", open, "GET /v1/projects?bogus=1", "", "", 400, "usage"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			method, path, _ := strings.Cut(tt.request, " ")
			r, err := http.NewRequest(method, "http://"+tt.address+path, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			for _, h := range strings.Split(tt.header, "|") {
				name, value, _ := strings.Cut(h, ": ")
				if name == "Host" {
					r.Host = value
				} else if name != "" {
					r.Header.Set(name, value)
				}
			}
			checkAnswer(t, r, tt.status, tt.code)
		})
	}
}

func checkAnswer(t *testing.T, r *http.Request, status int, code string) {
	t.Helper()
	w, err := (&http.Transport{}).RoundTrip(r) // redirects are answers too
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	body, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if w.StatusCode != status {
		t.Errorf("status = %d, want %d: %s", w.StatusCode, status, body)
	}
	if w.Header.Get("Codegraph-Version") != "v1" {
		t.Errorf("Codegraph-Version = %q", w.Header.Get("Codegraph-Version"))
	}
	for name := range w.Header {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("other sites are told something: %s", name)
		}
	}
	if code == "" {
		return
	}
	var failed struct{ Error tool.Failure }
	if err := json.Unmarshal(body, &failed); err != nil || failed.Error.Code != code || failed.Error.Message == "" {
		t.Errorf("error = %+v, %v; want code %s", failed.Error, err, code)
	}
}

// TestSlowBody checks that the server does not wait for an announced body that the
// client never sends, both for accepted and for refused requests.
func TestSlowBody(t *testing.T) {
	address := mustServe(t, Options{BodyTimeout: 50 * time.Millisecond})
	for host, status := range map[string]string{"localhost": "408", "evil.example": "403"} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "POST /mcp HTTP/1.1\r\nHost: "+host+"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
		answer, err := io.ReadAll(c) // the server closes the connection
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 "+status+" ")) {
			t.Errorf("answer = %q, %v", answer, err)
		}
	}
}

// TestTooManyCalls checks that the server refuses calls above the limit and accepts
// a new call when one ends.
func TestTooManyCalls(t *testing.T) {
	began, end := make(chan struct{}), make(chan struct{})
	address := mustServe(t, Options{Version: "v1", MaxCalls: 1, MCP: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began <- struct{}{}
		<-end
	})})
	call := func() *http.Request {
		r, err := http.NewRequest("POST", "http://"+address+"/mcp", strings.NewReader(stateless))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	first := make(chan struct{})
	go func() {
		defer close(first)
		if w, err := http.DefaultTransport.RoundTrip(call()); err == nil {
			w.Body.Close()
		}
	}()
	<-began
	checkAnswer(t, call(), 429, "limit")
	end <- struct{}{}
	<-first
	go func() { <-began; end <- struct{}{} }()
	checkAnswer(t, call(), 200, "")
}
