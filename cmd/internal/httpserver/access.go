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

// keptFor is how long the list of the catalog's tokens is used before it is read
// again: so long a revoked token still opens.
const keptFor = 2 * time.Second

// Keep has the tokens of a catalog count beside the others. Without any other,
// they are needed from then on. open returns the catalog; one that keeps no
// tokens has none.
func (t *Tokens) Keep(open func(context.Context) (catalog.Store, error)) *Tokens {
	if t == nil {
		t = &Tokens{}
	}
	t.kept = &keptTokens{open: open, now: time.Now}
	return t
}

// keptTokens are those of a catalog.
type keptTokens struct {
	open func(context.Context) (catalog.Store, error)
	now  func() time.Time

	mu     sync.Mutex
	byHash map[string]catalog.Token
	read   time.Time
}

// find returns the token with a hash, and false if there is none that counts. If
// the catalog is away, those that were read last count on until it is back.
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

// refresh reads the list again if it is old. k.mu is held.
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

// used notes the use of a token. That it cannot be noted keeps nobody out.
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

// accessOf returns what the asker may do; nothing if the guards did not say.
func accessOf(ctx context.Context) catalog.Token {
	t, _ := ctx.Value(accessKey{}).(catalog.Token)
	return t
}

// scopeOf returns what a token must have to run a tool.
func scopeOf(t *tool.Spec) catalog.Scope {
	switch {
	case t.Hints.ReadOnly:
		return catalog.ScopeRead
	case t.Name == register.Scan().Name, t.Name == register.ProjectTool().Name:
		return catalog.ScopeAdmin
	}
	return catalog.ScopeWrite
}

// permit refuses what the asker's token has no scope for.
func permit(w http.ResponseWriter, r *http.Request, need catalog.Scope) bool {
	if accessOf(r.Context()).May(need) {
		return true
	}
	refuse(w, http.StatusForbidden, "not_allowed", fmt.Sprintf("the token may not do this: it needs the scope %s", need), "")
	return false
}

// deskFor returns the desk at which the asker's tools work: that of the server,
// or one at which there are only the projects that the token is for.
func (s *Server) deskFor(ctx context.Context) (*workspace.Workspace, error) {
	access := accessOf(ctx)
	d := *s.opts.Desk
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

// openRoots returns the directories that may be named by who sees some of the
// projects: the roots of those that have no other project within.
func openRoots(all []catalog.Project, sees func(catalog.Project) bool) []string {
	roots := []string{filepath.Join(string(filepath.Separator), "\x00")} // nothing lies there: without any, all would be open
	for _, p := range all {
		hides := slices.ContainsFunc(all, func(o catalog.Project) bool { return !sees(o) && catalog.Within(o.Root, p.Root) })
		if sees(p) && !hides {
			roots = append(roots, p.Root)
		}
	}
	return roots
}

// mcp lets messages of MCP through whose tools the token has the scope for. MCP's
// tools share one desk: a token for some projects only is refused.
func (s *Server) mcp(w http.ResponseWriter, r *http.Request) {
	access := accessOf(r.Context())
	if access.Projects != nil {
		s.audit(r, "mcp")
		refuse(w, http.StatusForbidden, "not_allowed", "the token is for some projects only, which MCP cannot heed", "ask over /v1/tools, or with a token for all projects")
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
			s.audit(r, t) // else the call itself is in the log
			permit(w, r, need)
			return
		}
	}
	s.sessions.ServeHTTP(w, r)
}

// toolPrefix starts the names of tools in MCP.
const toolPrefix = "codegraph_"

// scopeOfMessage returns what a token must have to send a message of MCP, and what
// that is in the audit log.
func scopeOfMessage(body []byte) (need catalog.Scope, what string) {
	var m struct {
		Method string `json:"method"`
		Params struct {
			Name string `json:"name"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &m); err != nil {
		return catalog.ScopeAdmin, "mcp" // several messages, or none
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
