package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
)

func TestAddress(t *testing.T) {
	for address, ok := range map[string]bool{
		"https://codegraph.example": true, "https://codegraph.example:7333/team/": true, "http://127.0.0.1:7333": true,
		"http://localhost:1": true, "http://[::1]:1": true,
		"http://codegraph.example": false, "http://127.0.0.1.example": false, "http://192.168.0.1": false,
		"https://": false, "https://user:secret@codegraph.example": false, "https://codegraph.example?x=secret": false,
		"ftp://codegraph.example": false, "https://secret:%zz@x": false,
	} {
		_, err := New(Options{Address: address})
		if (err == nil) != ok || err != nil && !errors.Is(err, catalog.ErrUsage) {
			t.Errorf("%s: %v", address, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error tells what may be secret: %v", address, err)
		}
	}
}

// mustAsk returns the error of a question to a service that answers so.
func mustAsk(t *testing.T, answer http.HandlerFunc) error {
	t.Helper()
	server := httptest.NewServer(answer)
	defer server.Close()
	c, err := New(Options{Address: server.URL, Token: "t0ken"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, err = c.Projects(t.Context(), catalog.Query{})
	return err
}

// TestFailures: whatever answers, the error is one of the contract.
func TestFailures(t *testing.T) {
	says := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			io.WriteString(w, body)
		}
	}
	kind := func(word string) string {
		return fmt.Sprintf(`{"error":{"code":"x","message":"as it said","kind":%q,"name":"n","what":"project"}}`, word)
	}
	tests := map[string]struct {
		answer http.HandlerFunc
		want   error
	}{
		"a page":          {says(200, "<html>"), catalog.ErrUnavailable},
		"a page of a 404": {says(404, "<html>"), catalog.ErrUnavailable},
		"a proxy":         {says(502, "bad gateway"), catalog.ErrUnavailable},
		"another token":   {says(401, `{"error":{"code":"not_allowed","message":"m"}}`), catalog.ErrNotAllowed},
		"another scope":   {says(403, `{"error":{"code":"not_allowed","message":"m"}}`), catalog.ErrNotAllowed},
		"too many":        {says(429, `{"error":{"code":"limit","message":"m"}}`), catalog.ErrBusy},
		"a long body":     {says(413, `{"error":{"code":"limit","message":"m"}}`), catalog.ErrUsage},
		"service away":    {says(503, `{"error":{"code":"unavailable","message":"m"}}`), catalog.ErrUnavailable},
		"a kind it has":   {says(409, kind("stale")), catalog.ErrStale},
		"not found":       {says(404, kind("not_found")), catalog.ErrNotFound},
		"ambiguous":       {says(400, kind("ambiguous")), catalog.ErrAmbiguous},
		"cut in the middle": {func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "100")
			io.WriteString(w, `{"projects":[`)
		}, catalog.ErrUnavailable},
		"sent elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, catalog.ErrUnavailable},
	}
	for name, tt := range tests {
		if err := mustAsk(t, tt.answer); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
}

// TestRedirect: the token goes nowhere else.
func TestRedirect(t *testing.T) {
	told := make(chan string, 1)
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { told <- r.Header.Get("Authorization") }))
	defer other.Close()
	err := mustAsk(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	select {
	case authorization := <-told:
		t.Errorf("another server was asked, with %q", authorization)
	default:
	}
	if !errors.Is(err, catalog.ErrUnavailable) {
		t.Errorf("%v", err)
	}
}

// TestAway: a service that is not there, one with a certificate of nobody's, and
// one that accepts and is silent.
func TestAway(t *testing.T) {
	closed := httptest.NewServer(nil)
	closed.Close()
	strange := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "{}") }))
	defer strange.Close()
	strange.Config.ErrorLog = nil
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for name, address := range map[string]string{"closed": closed.URL, "strange": strange.URL, "silent": "https://" + silent.Addr().String()} {
		c, err := New(Options{Address: address, Connect: 100 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Version(t.Context()); !errors.Is(err, catalog.ErrUnavailable) || !strings.Contains(err.Error(), address) {
			t.Errorf("%s: %v", name, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Version(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", name, err)
		}
		c.Close()
	}
}

// TestEmptyIsNotAbsent: a query for none of the projects is not one for all.
func TestEmptyIsNotAbsent(t *testing.T) {
	for _, q := range []catalog.Query{{}, {IDs: []catalog.ProjectID{}}} {
		data, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		var back catalog.Query
		if err := json.Unmarshal(data, &back); err != nil || (back.IDs == nil) != (q.IDs == nil) {
			t.Errorf("%s: %+v, %v", data, back, err)
		}
	}
}
