package main

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestManualExchanges sends the requests in README.md of this directory, over
// MCP and over HTTP, and compares the answers.
func TestManualExchanges(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	script, err := txtar.ParseFile("testdata/script/mcp.txtar")
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	for _, f := range script.Files {
		if name, ok := strings.CutPrefix(f.Name, "p/"); ok {
			h.write("proj/"+name, string(f.Data))
		}
	}
	h.must(".", "-q", "init", "proj")
	t.Run("MCP", func(t *testing.T) { h.replayMCP(t, fencedBlock(t, string(text), "-> {")) })
	t.Run("HTTP", func(t *testing.T) { h.replayHTTP(t, fencedBlock(t, string(text), "$ codegraph serve ")) })
}

// fencedBlock returns the block of a document that begins with start.
func fencedBlock(t *testing.T, text, start string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "\n```\n"+start)
	block, _, closed := strings.Cut(rest, "\n```\n")
	if !ok || !closed {
		t.Fatalf("README.md has no block that starts with %q", start)
	}
	return start + block + "\n"
}

// replayMCP sends each request, a line that starts with an arrow, and compares
// the text of the answer with the next lines.
func (h *house) replayMCP(t *testing.T, exchange string) {
	s := h.newSession("proj", nil)
	requests := strings.Split(exchange, "-> ")[1:]
	if len(requests) < 2 {
		t.Fatalf("the exchange has %d requests", len(requests))
	}
	for _, r := range requests {
		line, shown, _ := strings.Cut(r, "\n<- ")
		var request struct {
			Method string
			Params json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &request); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		got := strings.TrimRight(s.call(request.Method, request.Params).text(), "\n")
		want := strings.TrimRight(strings.ReplaceAll(shown, "\n   ", "\n"), "\n")
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("answer to %s (-README +program):\n%s", line, d)
		}
	}
}

// replayHTTP posts the body of the curl command. The shown answer consists of
// pieces, separated by "...".
func (h *house) replayHTTP(t *testing.T, exchange string) {
	_, rest, _ := strings.Cut(exchange, " -d '")
	body, rest, _ := strings.Cut(rest, "' localhost:7333")
	path, shown, ok := strings.Cut(rest, "\n")
	if !ok {
		t.Fatalf("no curl command in %s", exchange)
	}
	address, _ := h.serve(".")
	r, err := http.Post(address+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	answer, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	left := string(answer)
	for _, piece := range strings.Split(strings.ReplaceAll(shown, "\n", ""), "...") {
		piece = strings.Trim(piece, ", ]}")
		_, after, ok := strings.Cut(left, piece)
		if !ok {
			t.Fatalf("the answer\n%s\nlacks %s of README.md", answer, piece)
		}
		left = after
	}
}
