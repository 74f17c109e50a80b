package clients

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// unlabelled is the code of a failure without a code.
const unlabelled = "UNLABELLED"

// client sends requests to a service, over REST or in a session of MCP.
type client struct {
	http           *http.Client
	address, token string
	session        string // empty for REST
	id             int
}

// answered is the outcome of one question.
type answered struct {
	kind string
	ms   float64
	code string // of a failure; empty for an answer
	text string // of a failure without a code
}

// client returns a client with its own connections, at most width at once.
func (b *bench) client(token string, width int) *client {
	return &client{http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: width}, Timeout: 2 * time.Minute}, address: b.address, token: token}
}

// begin starts a session of MCP for all further requests.
func (c *client) begin(ctx context.Context) error {
	body, err := c.message("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{},
		"clientInfo": map[string]string{"name": "codegraph-bench", "version": "1"}})
	if err != nil {
		return err
	}
	r, err := c.post(ctx, "/mcp", body)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if c.session = r.Header.Get("Mcp-Session-Id"); c.session == "" {
		return fmt.Errorf("initialize: %s: there is no session: %s", r.Status, text)
	}
	done, err := c.post(ctx, "/mcp", []byte(`{"jsonrpc":"2.0","method":"notifications/initialized"}`))
	if err != nil {
		return err
	}
	return done.Body.Close()
}

// message encodes a request of MCP.
func (c *client) message(method string, params any) ([]byte, error) {
	c.id++
	return json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.id, "method": method, "params": params})
}

func (c *client) post(ctx context.Context, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.session != "" {
		r.Header.Set("Mcp-Session-Id", c.session)
	}
	return c.http.Do(r)
}

// ask sends one question and reads the whole answer. The body of a failure is empty.
func (c *client) ask(ctx context.Context, q question) (answered, []byte) {
	a := answered{kind: q.kind}
	path, body := "/v1/tools/"+q.tool, []byte(nil)
	var err error
	if c.session == "" {
		body, err = json.Marshal(q.arguments)
	} else {
		path = "/mcp"
		body, err = c.message("tools/call", map[string]any{"name": "codegraph_" + q.tool, "arguments": q.arguments})
	}
	if err != nil {
		a.code, a.text = unlabelled, err.Error()
		return a, nil
	}
	begin := time.Now()
	status, text, err := c.read(ctx, path, body)
	a.ms = time.Since(begin).Seconds() * 1000
	if err != nil {
		a.code, a.text = unlabelled, err.Error()
		return a, nil
	}
	switch {
	case status != http.StatusOK:
		a.code = codeOf(text)
	case c.session != "":
		a.code = codeOfCall(text)
	default:
		a.code = codeOfFailures(text)
	}
	if a.code == unlabelled {
		a.text = fmt.Sprintf("status %d: %.300s", status, text)
	}
	return a, text
}

func (c *client) read(ctx context.Context, path string, body []byte) (int, []byte, error) {
	r, err := c.post(ctx, path, body)
	if err != nil {
		return 0, nil, err
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err == nil && strings.HasPrefix(r.Header.Get("Content-Type"), "text/event-stream") {
		text = lastEvent(text)
	}
	return r.StatusCode, text, err
}

// lastEvent returns the data of the last event of a stream: the answer, after events of
// progress.
func lastEvent(stream []byte) []byte {
	var last []byte
	lines := bufio.NewScanner(bytes.NewReader(stream))
	lines.Buffer(nil, len(stream)+1)
	for lines.Scan() {
		if data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:")); ok {
			last = bytes.Clone(bytes.TrimSpace(data))
		}
	}
	return last
}

// codeOf returns the code of an error response.
func codeOf(text []byte) string {
	var refusal struct {
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	if err := json.Unmarshal(text, &refusal); err != nil || refusal.Error.Code == "" {
		return unlabelled
	}
	return refusal.Error.Code
}

// codeOfFailures returns the code of the first failed project in an answer, or "".
func codeOfFailures(text []byte) string {
	var out struct {
		Failures []struct {
			Code string `json:"code"`
		} `json:"failures"`
	}
	if err := json.Unmarshal(text, &out); err != nil {
		return unlabelled
	}
	if len(out.Failures) == 0 {
		return ""
	}
	for _, f := range out.Failures {
		if f.Code == "" {
			return unlabelled
		}
	}
	return "partly " + out.Failures[0].Code
}

// codeOfCall returns the code at the start of the text of a failed call.
func codeOfCall(text []byte) string {
	var reply struct {
		Result *struct {
			IsError bool `json:"isError"`
			Content []struct {
				Text string `json:"text"`
			} `json:"content"`
		} `json:"result"`
	}
	if err := json.Unmarshal(text, &reply); err != nil || reply.Result == nil || len(reply.Result.Content) == 0 {
		return unlabelled
	}
	if !reply.Result.IsError {
		return ""
	}
	code, _, ok := strings.Cut(reply.Result.Content[0].Text, ": ")
	if !ok || code == "" || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz_") != "" {
		return unlabelled
	}
	return code
}
