package httpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"

	"github.com/google/go-cmp/cmp"
)

// TestAsk asks about projects, which have no bases here, with all kinds of rights:
// what is not the asker's is answered as what there is not.
func TestAsk(t *testing.T) {
	ctx := t.Context()
	store := mustStore(t)
	for name, node := range map[string]string{"open": "here", "hidden": "here", "away": "there"} {
		p := catalog.Project{ID: catalog.ProjectID(name), Place: catalog.Place{Node: node, Root: "/src/" + name}, Name: name, State: catalog.StateIndexed}
		if _, err := store.Enter(ctx, catalog.Entry{Project: p}); err != nil {
			t.Fatal(err)
		}
	}
	secrets := map[string]string{}
	for name, k := range map[string]catalog.Token{"all": {Scope: catalog.ScopeRead}, "glob": {Scope: catalog.ScopeRead, Projects: []string{"op*", "aw*"}},
		"revoked": {Scope: catalog.ScopeRead, Revoked: 1}} {
		k.ID, k.Name, k.Created = name, name, 1
		secrets[name] = mustIssue(t, store, k)
	}
	secrets["node"] = "the-secret-of-all-nodes"
	open := func(context.Context) (catalog.Store, error) { return store, nil }
	tokens := mustKnow(t, open)
	if err := tokens.Nodes(secrets["node"]); err != nil {
		t.Fatal(err)
	}
	peers := &recorder{}
	desk := &workspace.Workspace{CatalogAccess: workspace.CatalogAccess{Node: "here", Catalog: open, Pool: federation.NewPool(1), Peers: federation.Only{Peer: peers},
		Rights: &federation.Rights{Scope: catalog.ScopeRead}}, Budget: time.Second}
	address := mustServe(t, Options{Version: "v1", Desk: desk, Tokens: tokens})

	rights := func(scope, projects, id string) string {
		return fmt.Sprintf(`,"forwarded":true,"rights":{"scope":%q,"projects":%s,"token":%q}`, scope, projects, id)
	}
	const all = `away=unavailable hidden=missing nobody=not_found open=missing`
	const some = `away=unavailable hidden=not_found nobody=not_found open=missing`
	for _, c := range []struct {
		name, bearer, question, more string
		status                       int
		rows                         string
		forwarded                    string
	}{
		{"everything", "all", "status", "", 200, "away=timeout hidden=missing nobody=not_found open=missing", `{read [] all} [away]`},
		{"a glob", "glob", "status", "", 200, "away=timeout hidden=not_found nobody=not_found open=missing", `{read [op* aw*] glob} [away]`},
		{"a token that lends itself rights", "glob", "status", rights("read", "null", ""), 403, "", ""},
		{"a token that says it was forwarded", "all", "status", `,"forwarded":true`, 200, "away=timeout hidden=missing nobody=not_found open=missing", `{read [] all} [away]`},
		{"a node for a caller who may all", "node", "status", rights("admin", "null", ""), 200, all, ""},
		{"a node for a glob", "node", "status", rights("read", `["op*","away"]`, ""), 200, some, ""},
		{"a node for a token that sees less here", "node", "status", rights("read", "null", "glob"), 200, some, ""},
		{"a node for a token that was revoked", "node", "status", rights("read", "null", "revoked"), 403, "", ""},
		{"a node for a token that is unknown", "node", "status", rights("read", "null", "bogus"), 403, "", ""},
		{"a node for nobody", "node", "status", "", 403, "", ""},
		{"a node for no scope", "node", "status", rights("", "null", ""), 403, "", ""},
		{"a node for no project", "node", "status", rights("read", "[]", ""), 200, "away=not_found hidden=not_found nobody=not_found open=not_found", ""},
		{"unknown question", "all", "bogus", "", 404, "", ""},
		{"unknown field", "all", "status", `,"bogus":1`, 400, "", ""},
		{"negative time", "all", "status", `,"time_ms":-1`, 400, "", ""},
		{"wrong arguments", "all", "tree", "", 400, "", ""},
	} {
		peers.got = ""
		args := `{}`
		if c.question == "tree" {
			args = `{"Dir":7}`
		}
		body := fmt.Sprintf(`{"args":%s,"targets":[{"project":"open"},{"project":"hidden"},{"project":"away"},{"project":"nobody"}]%s}`, args, c.more)
		status, text := mustAsk(t, address, "/v1/ask/"+c.question, secrets[c.bearer], body)
		rows := ""
		if status == 200 {
			rows = rowsOf(t, text)
		}
		if status != c.status || rows != c.rows || peers.got != c.forwarded {
			t.Errorf("%s: status %d, rows %q, forwarded %q: %s", c.name, status, rows, peers.got, text)
		}
		if strings.Contains(text, "/src/hidden") && c.name != "everything" && !strings.Contains(c.rows, "hidden=missing") {
			t.Errorf("%s tells of what is hidden: %s", c.name, text)
		}
	}
	// A node may ask, and nothing else.
	for _, path := range []string{"/v1/tools/query", "/mcp"} {
		if status, text := mustAsk(t, address, path, secrets["node"], `{"term":"x"}`); status != 403 {
			t.Errorf("a node at %s: %d %s", path, status, text)
		}
	}
	if text := mustBody(t, address, "/v1/projects", secrets["node"]); strings.Contains(text, "open") {
		t.Errorf("a node lists projects: %s", text)
	}
	if text := mustBody(t, address, "/metrics", token); !strings.Contains(text, `codegraph_asks_total{direction="in",outcome="ok",question="status"}`) {
		t.Errorf("asks are not measured: %s", text)
	}
}

// recorder is a node that keeps what it was asked and says that it is slow.
type recorder struct{ got string }

func (p *recorder) Ask(_ context.Context, _ string, r *federation.Request) (*federation.Reply, error) {
	var ids []catalog.ProjectID
	for _, a := range r.Targets {
		ids = append(ids, a.Project)
	}
	p.got = fmt.Sprintf("%v %v", *r.Rights, ids)
	return nil, federation.Told("timeout", "later")
}

func mustAsk(t *testing.T, address, path, bearer, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequest("POST", "http://"+address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+bearer)
	w, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.StatusCode, string(text)
}

// rowsOf returns the failures of a reply as "project=code", sorted.
func rowsOf(t *testing.T, text string) string {
	t.Helper()
	var reply federation.Reply
	if err := json.Unmarshal([]byte(text), &reply); err != nil {
		t.Fatal(err)
	}
	codes := map[catalog.ProjectID]string{}
	for _, f := range reply.Failures {
		codes[f.Project] = f.Code
	}
	if diff := cmp.Diff(len(codes), len(reply.Failures)); diff != "" {
		t.Errorf("a project fails twice: %s", text)
	}
	var rows []string
	for _, id := range []catalog.ProjectID{"away", "hidden", "nobody", "open"} {
		rows = append(rows, string(id)+"="+codes[id])
	}
	return strings.Join(rows, " ")
}
