package httpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/restrict"
	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"
	"codegraph/cmd/internal/workspace"
)

// keptFor is how long the server caches the catalog's list of tokens. A revoked
// token stays valid for this long.
const keptFor = 2 * time.Second

// Keep makes the server accept the tokens of a catalog too, and require a token
// of every request. A nil t holds no other tokens. open returns the catalog.
func (t *Tokens) Keep(open func(context.Context) (catalog.Store, error)) *Tokens {
	if t == nil {
		t = &Tokens{}
	}
	t.kept = &keptTokens{open: open, now: time.Now}
	return t
}

// keptTokens caches the tokens of a catalog.
type keptTokens struct {
	open func(context.Context) (catalog.Store, error)
	now  func() time.Time

	mu     sync.Mutex
	byHash map[string]catalog.Token
	read   time.Time
}

// find returns the valid token with a hash, and false if there is none. While the
// catalog is unavailable, find uses the list that it read last.
func (k *keptTokens) find(ctx context.Context, hash string) (catalog.Token, bool) {
	k.mu.Lock()
	k.refresh(ctx)
	one, ok := k.byHash[hash]
	k.mu.Unlock()
	now := k.now().Unix()
	if !ok || !one.Counts(now) {
		return catalog.Token{}, false
	}
	if now-one.LastUsed >= int64(time.Minute/time.Second) {
		k.used(ctx, one, now)
	}
	return one, true
}

// refresh reads the list again if it is older than keptFor. The caller holds k.mu.
func (k *keptTokens) refresh(ctx context.Context) {
	if k.byHash == nil || k.now().Sub(k.read) >= keptFor {
		if list, err := k.list(ctx); err == nil {
			k.byHash = map[string]catalog.Token{}
			for _, one := range list {
				k.byHash[one.Hash] = one
			}
		}
		k.read = k.now()
	}
}

func (k *keptTokens) list(ctx context.Context) ([]catalog.Token, error) {
	store, err := k.open(ctx)
	if err != nil {
		return nil, err
	}
	return store.ListTokens(ctx)
}

// used records the use of a token. An error of the catalog does not refuse the
// request.
func (k *keptTokens) used(ctx context.Context, one catalog.Token, now int64) {
	store, err := k.open(ctx)
	if err == nil {
		_ = store.TokenUsed(ctx, one.ID, now)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	one.LastUsed = now
	if k.byHash[one.Hash].ID == one.ID {
		k.byHash[one.Hash] = one
	}
}

type accessKey struct{}

// accessOf returns the access token of a request. It grants nothing if guard has
// set none.
func accessOf(ctx context.Context) catalog.Token {
	t, _ := ctx.Value(accessKey{}).(catalog.Token)
	return t
}

// scopeOf returns the scope that a token needs to run a tool.
func scopeOf(t *tool.Spec) catalog.Scope {
	switch {
	case t.Hints.ReadOnly:
		return catalog.ScopeRead
	case t.Name == register.Scan().Name, t.Name == register.ProjectTool().Name:
		return catalog.ScopeAdmin
	}
	return catalog.ScopeWrite
}

// permit reports whether the request's token has a scope. If it has not, permit
// answers with an error.
func permit(w http.ResponseWriter, r *http.Request, need catalog.Scope) bool {
	if accessOf(r.Context()).May(need) {
		return true
	}
	refuse(w, http.StatusForbidden, "not_allowed", fmt.Sprintf("the token may not do this: it needs the scope %s", need), "")
	return false
}

// workspaceFor returns the workspace for a request: a copy of the server's, with
// only the projects that the request's token may see.
func (s *Server) workspaceFor(ctx context.Context) (*workspace.Workspace, error) {
	access := accessOf(ctx)
	d := *s.opts.Workspace
	if access.Projects == nil {
		return &d, nil
	}
	open := d.Catalog
	d.Catalog = func(ctx context.Context) (catalog.Store, error) {
		store, err := open(ctx)
		if err != nil {
			return nil, err
		}
		return restrict.To(store, access.Sees), nil
	}
	store, err := open(ctx)
	if err != nil {
		return nil, err
	}
	all, err := store.Projects(ctx, catalog.Query{Node: d.Node})
	if err != nil {
		return nil, err
	}
	d.Within = openRoots(all, access.Sees)
	return &d, nil
}

// openRoots returns the directories that a client with access to some projects
// may name: the roots of these projects, except roots that contain a project
// that the client may not see.
func openRoots(all []catalog.Project, sees func(catalog.Project) bool) []string {
	roots := []string{filepath.Join(string(filepath.Separator), "\x00")} // no such directory exists; an empty list would allow all
	for _, p := range all {
		hides := slices.ContainsFunc(all, func(o catalog.Project) bool { return !sees(o) && catalog.Within(o.Root, p.Root) })
		if sees(p) && !hides {
			roots = append(roots, p.Root)
		}
	}
	return roots
}

// mcp passes an MCP message on if the token has the scope of the called tool. All
// MCP sessions share one workspace, so mcp refuses tokens limited to some
// projects.
func (s *Server) mcp(w http.ResponseWriter, r *http.Request) {
	access := accessOf(r.Context())
	if access.Projects != nil {
		s.audit(r, "mcp")
		refuse(w, http.StatusForbidden, "not_allowed", "MCP does not support a token that is limited to some projects", "use /v1/tools, or a token for all projects")
		return
	}
	if !permit(w, r, catalog.ScopeRead) {
		return
	}
	if r.Method == http.MethodPost && access.Scope != catalog.ScopeAdmin {
		body, err := io.ReadAll(r.Body) // it is in memory already
		if err != nil {
			refuse(w, http.StatusBadRequest, "usage", "the body cannot be read", "")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		need, t := scopeOfMessage(body)
		if !access.May(need) {
			s.audit(r, t) // an allowed call is logged by Ran
			permit(w, r, need)
			return
		}
	}
	s.sessions.ServeHTTP(w, r)
}

// toolPrefix is the prefix of tool names in MCP.
const toolPrefix = "codegraph_"

// scopeOfMessage returns the scope that a token needs to send an MCP message, and
// the name of the request in the audit log.
func scopeOfMessage(body []byte) (need catalog.Scope, what string) {
	var m struct {
		Method string `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return catalog.ScopeAdmin, "mcp" // a batch, or no message at all
	}
	if m.Method != "tools/call" {
		return catalog.ScopeRead, "mcp"
	}
	for _, t := range tools.All() {
		if strings.TrimPrefix(m.Params.Name, toolPrefix) == t.Name {
			return scopeOf(t), t.Name
		}
	}
	return catalog.ScopeAdmin, "mcp"
}
