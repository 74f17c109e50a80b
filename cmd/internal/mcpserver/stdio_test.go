package mcpserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/tool"
	"codegraph/projectbase/store/lock"
)

// line is a client that can write any bytes.
type line struct {
	*testing.T
	in    io.WriteCloser
	out   *bufio.Scanner
	ended chan error
	close func() // closes both pipes
}

// message is any message of the server.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result struct {
		IsError bool
		Content []struct{ Text string }
	} `json:"result"`
	Error *struct{ Code int } `json:"error"`
}

func (m message) text() string {
	if len(m.Result.Content) == 0 {
		return ""
	}
	return m.Result.Content[0].Text
}

func newLine(ctx context.Context, t *testing.T, s *mcpserver.Server, capabilities string) *line {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	l := &line{T: t, in: inW, out: bufio.NewScanner(outR), ended: make(chan error, 1)}
	l.out.Buffer(nil, 64<<20)
	go func() {
		err := s.ServeStdio(ctx, inR, outW)
		outW.Close()
		l.ended <- err
	}()
	l.close = func() { inW.Close(); outR.Close() }
	t.Cleanup(l.close)
	l.send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":` + capabilities + `,"clientInfo":{"name":"t","version":"1"}}}`)
	l.next("0")
	l.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return l
}

func (l *line) send(text string) {
	l.Helper()
	if _, err := io.WriteString(l.in, text+"\n"); err != nil {
		l.Fatal(err)
	}
}

// next returns the next message. It must be the reply with that id, unless id is
// "".
func (l *line) next(id string) message {
	l.Helper()
	if !l.out.Scan() {
		l.Fatalf("the output ended: %v", l.out.Err())
	}
	var m message
	if err := json.Unmarshal(l.out.Bytes(), &m); err != nil {
		l.Fatalf("%v in %s", err, l.out.Bytes())
	}
	if id != "" && string(m.ID) != id {
		l.Fatalf("message %s, want a reply to %s", l.out.Bytes(), id)
	}
	return m
}

func (l *line) end() error {
	l.Helper()
	select {
	case err := <-l.ended:
		return err
	case <-time.After(30 * time.Second):
		l.Fatal("the server did not end")
	}
	return nil
}

func callOf(id int, name, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"codegraph_%s","arguments":%s}}`, id, name, arguments)
}

func TestCallsInFlightEndBeforeTheServer(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	l := newLine(t.Context(), t, f.server, "{}")
	l.send(callOf(1, "init", "{}"))
	l.send("")
	// The last line has no newline.
	if _, err := io.WriteString(l.in, callOf(2, "projects", "{}")); err != nil {
		t.Fatal(err)
	}
	l.in.Close()
	got := map[string]message{}
	for range 2 {
		m := l.next("")
		got[string(m.ID)] = m
	}
	if m := got["1"]; m.Result.IsError || !strings.Contains(m.text(), "3 files") {
		t.Errorf("init = %+v", m)
	}
	if m, ok := got["2"]; !ok || m.Result.IsError {
		t.Errorf("projects = %+v", m)
	}
	if l.out.Scan() {
		t.Errorf("unexpected message: %s", l.out.Bytes())
	}
	if err := l.end(); err != nil {
		t.Error(err)
	}
}

func TestInvalidMessagesAreRefused(t *testing.T) {
	l := newLine(t.Context(), t, newFixture(t, mcpserver.Options{}).server, "{}")
	for _, invalid := range []string{"{", "7", `[{"jsonrpc":"2.0"}]`, `{"id":5}`, `{"jsonrpc":"2.0","id":5,"method":7}`,
		`{"jsonrpc":"1.0","id":5,"method":"ping"}`, `{"jsonrpc":"2.0","id":5,"method":"bogus"}`, strings.Repeat("x", 33<<20)} {
		l.send(invalid)
		if m := l.next(""); m.Error == nil {
			t.Errorf("%.40s: %+v", invalid, m)
		}
	}
	l.send(`{"jsonrpc":"2.0","id":5,"result":{}}`) // an answer without a request
	l.send(`{"jsonrpc":"2.0","id":"9","method":"ping"}`)
	l.next(`"9"`)
}

func TestCancelledCallHasNoReply(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	for i := range 2000 {
		f.write(fmt.Sprintf("app/gen/f%d.cs", i), files["app/Core/Engine.cs"])
	}
	l := newLine(t.Context(), t, f.server, "{}")
	l.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"codegraph_init","arguments":{},"_meta":{"progressToken":"p"}}}`)
	if m := l.next(""); m.Method != "notifications/progress" || !strings.Contains(string(m.Params), `"progressToken":"p"`) {
		t.Errorf("first message is %+v", m)
	}
	l.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	l.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	for m := l.next(""); string(m.ID) != "2"; m = l.next("") {
		if m.Method != "notifications/progress" {
			t.Errorf("message %+v", m)
		}
	}
	l.in.Close()
	for l.out.Scan() {
		if !strings.Contains(l.out.Text(), "notifications/progress") {
			t.Errorf("a reply to a cancelled call: %s", l.out.Text())
		}
	}
	if err := l.end(); err != nil {
		t.Error(err)
	}
}

func TestProgressPrecedesReply(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	l := newLine(t.Context(), t, f.server, "{}")
	l.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"codegraph_init","arguments":{},"_meta":{"progressToken":7}}}`)
	last, reports := -1.0, 0
	for m := l.next(""); string(m.ID) != "1"; m = l.next("") {
		var p struct{ Progress, Total, ProgressToken float64 }
		if err := json.Unmarshal(m.Params, &p); err != nil || p.Progress <= last || p.Progress > p.Total || p.ProgressToken != 7 {
			t.Errorf("progress %s after %v: %v", m.Params, last, err)
		}
		last = p.Progress
		reports++
	}
	if reports == 0 {
		t.Error("no progress")
	}
}

func TestWriteToClosedClient(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	outR.Close()
	defer inW.Close()
	ended := make(chan error, 1)
	go func() { ended <- f.server.ServeStdio(t.Context(), inR, outW) }()
	io.WriteString(inW, `{"jsonrpc":"2.0","id":0,"method":"ping"}`+"\n")
	select {
	case err := <-ended:
		if !errors.Is(err, mcpserver.ErrClientGone) {
			t.Errorf("error is %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the server did not end")
	}
}

// TestClientDisconnectMidCall checks that a disconnect cancels the client's call,
// releases its lock and ends its goroutines, so that the next client can do the
// same call.
func TestClientDisconnectMidCall(t *testing.T) {
	ended := make(chan error, 1)
	f := newFixture(t, mcpserver.Options{Ran: func(_ context.Context, _ *tool.Spec, _ []byte, err error) { ended <- err }})
	for i := range 2000 {
		f.write(fmt.Sprintf("app/gen/f%d.cs", i), files["app/Core/Engine.cs"])
	}
	const began = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"codegraph_init","arguments":{},"_meta":{"progressToken":"p"}}}`
	l := newLine(t.Context(), t, f.server, "{}")
	l.send(began)
	if m := l.next(""); m.Method != "notifications/progress" {
		t.Fatalf("first message is %+v", m)
	}
	l.close()
	if err := l.end(); !errors.Is(err, mcpserver.ErrClientGone) {
		t.Errorf("error is %v", err)
	}
	select {
	case err := <-ended:
		if err == nil {
			t.Error("the call was not cancelled")
		}
	default:
		t.Error("the server ended before the call")
	}
	lock, err := lock.Acquire(t.Context(), f.path("app/.codegraph"), 0, nil)
	if err != nil {
		t.Fatalf("the call of the disconnected client still holds the lock: %v", err)
	}
	lock.Release()
	if _, err := os.Stat(f.path("app/.codegraph/index.db")); err == nil {
		t.Error("the call wrote an index after the disconnect")
	}
	waitForGoroutines(t, "mcpserver.(*conn)", "mcpserver.(*call)")
	if err := os.RemoveAll(f.path("app/gen")); err != nil {
		t.Fatal(err)
	}
	contains(t, "the next client's init", f.client().text("init", "{}"), "3 files")
}

func TestSignalEndsTheServer(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	l := newLine(ctx, t, f.server, "{}")
	cancel()
	if err := l.end(); err != nil {
		t.Error(err)
	}
}

func TestClientRootsChooseTheProject(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	c := f.client()
	c.text("init", fmt.Sprintf(`{"path":%q}`, f.path("lib")))
	f.workspace.Dir = f.path("empty")
	l := newLine(t.Context(), t, f.server, `{"roots":{"listChanged":true}}`)
	roots := func(names ...string) {
		t.Helper()
		m := l.next("")
		if m.Method != "roots/list" {
			t.Fatalf("message %+v, want roots/list", m)
		}
		var list []map[string]string
		for _, n := range names {
			list = append(list, map[string]string{"uri": "file://" + f.path(n)})
		}
		text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": map[string]any{"roots": list}})
		if err != nil {
			t.Fatal(err)
		}
		l.send(string(text))
	}
	l.send(callOf(1, "query", `{"term":"RenderMesh"}`))
	roots("nowhere", "app", "lib")
	if m := l.next("1"); m.Result.IsError || !strings.Contains(m.text(), "Renderer.cs") {
		t.Errorf("query = %+v", m)
	}
	// The server asks for the roots once.
	l.send(callOf(2, "query", `{"term":"RenderMesh"}`))
	l.next("2")
	l.send(`{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}`)
	l.send(callOf(3, "sync", `{}`))
	roots("app")
	if m := l.next("3"); !m.Result.IsError || !strings.Contains(m.text(), "not_indexed") || !strings.Contains(m.text(), f.path("app")) {
		t.Errorf("sync = %+v", m)
	}
}
