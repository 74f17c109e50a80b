package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/config"
	"codegraph/cmd/internal/httpserver"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
)

const (
	// heartbeat is how often a service says in the catalog that it is there.
	heartbeat = 5 * time.Second
	// nodesKept is how long the list of nodes is used before it is read again.
	nodesKept = 2 * time.Second
	// nodesTime is how long reading it may take.
	nodesTime = 2 * time.Second
	// shunned is how long a node is not asked that has kept a question waiting in
	// vain: each would wait as long.
	shunned = 3 * time.Second
	// slowAway is from when on a node that did not answer has kept a question
	// waiting.
	slowAway = time.Second
)

// team reaches the other nodes of a catalog. It is safe for concurrent use.
type team struct {
	open   func(context.Context) (catalog.Store, error)
	token  string // that the others know
	client *http.Client
	asked  func(question string, took time.Duration, err error)
	now    func() time.Time

	mu    sync.Mutex
	read  time.Time
	nodes map[string]*member
}

// member is another node.
type member struct {
	*federation.Service
	now func() time.Time

	mu   sync.Mutex
	shun time.Time // until when it is not asked
}

func newTeam(open func(context.Context) (catalog.Store, error), token string) *team {
	return &team{open: open, token: token, client: federation.NewClient(), now: time.Now, nodes: map[string]*member{},
		asked: func(string, time.Duration, error) {}}
}

// Of implements federation.Peers. While the catalog is away, the nodes that were
// known are.
func (t *team) Of(ctx context.Context, node string) (federation.Peer, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.now().Sub(t.read) >= nodesKept || t.nodes[node] == nil {
		t.list(ctx)
	}
	m := t.nodes[node]
	if m == nil {
		return nil, fmt.Errorf("no service there has said where it can be asked: %w", federation.ErrElsewhere)
	}
	return m, nil
}

// forget has the nodes read again before the next question.
func (t *team) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.read = time.Time{}
}

// list reads the nodes. t.mu is held.
func (t *team) list(ctx context.Context) {
	t.read = t.now()
	ctx, cancel := context.WithTimeout(ctx, nodesTime)
	defer cancel()
	store, err := t.open(ctx)
	nodes, ok := store.(catalog.Nodes)
	if err != nil || !ok {
		return
	}
	list, err := nodes.ListNodes(ctx)
	if err != nil {
		return
	}
	known := t.nodes
	t.nodes = map[string]*member{}
	for _, n := range list {
		url, err := federation.ServiceURL(n.URL)
		if err != nil {
			continue
		}
		if m := known[n.ID]; m != nil && m.URL == url {
			t.nodes[n.ID] = m // peers are compared
			continue
		}
		t.nodes[n.ID] = &member{now: t.now, Service: &federation.Service{URL: url, Token: t.token, Client: t.client,
			Asked: func(q string, took time.Duration, err error) { t.asked(q, took, err) }}}
	}
}

// Ask implements federation.Peer.
func (m *member) Ask(ctx context.Context, question string, r *federation.Request) (*federation.Reply, error) {
	m.mu.Lock()
	shun := m.now().Before(m.shun)
	m.mu.Unlock()
	if shun {
		return nil, fmt.Errorf("%w: it has not a moment ago", federation.ErrAway)
	}
	began := m.now()
	reply, err := m.Service.Ask(ctx, question, r)
	if errors.Is(err, federation.ErrAway) && m.now().Sub(began) >= slowAway && !errors.Is(ctx.Err(), context.Canceled) {
		m.mu.Lock()
		m.shun = m.now().Add(shunned)
		m.mu.Unlock()
	}
	return reply, err
}

// join has a service ask the others of its catalog, and know them when they ask.
func (f *serveFlags) join(c *config.Config, d *workspace.Workspace, tokens *httpserver.Tokens) (*team, error) {
	var secrets []string
	if c.NodeSecret != "" {
		secrets = append(secrets, c.NodeSecret)
	}
	if f.secrets != "" {
		list, err := httpserver.ReadSecrets(f.secrets)
		if err != nil {
			return nil, err
		}
		secrets = append(list, secrets...)
	}
	if err := tokens.Nodes(secrets...); err != nil {
		return nil, err
	}
	if f.advertise != "" {
		address, err := federation.ServiceURL(f.advertise)
		if err != nil {
			return nil, usagef("--advertise: %v", err)
		}
		u, err := url.Parse(address)
		if err != nil {
			return nil, usagef("--advertise: %v", err)
		}
		f.advertise, f.hosts = address, append(f.hosts, u.Hostname())
	}
	t := newTeam(d.Catalog, "")
	if len(secrets) > 0 {
		t.token = secrets[0]
	}
	d.Peers, d.Rights, d.Away = t, &federation.Rights{Scope: catalog.ScopeRead}, f.away
	return t, nil
}

// beat says in the catalog that a node is there, until ctx ends.
func beat(ctx context.Context, open func(context.Context) (catalog.Store, error), n catalog.Node, every time.Duration, log *slog.Logger) {
	told := false
	for {
		err := seen(ctx, open, n)
		if failed := err != nil && ctx.Err() == nil; failed != told {
			if told = failed; failed {
				log.Warn("the catalog does not learn that this node is here", "err", err)
			} else {
				log.Info("the catalog knows this node again")
			}
		}
		timer := time.NewTimer(every)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
	}
}

func seen(ctx context.Context, open func(context.Context) (catalog.Store, error), n catalog.Node) error {
	store, err := open(ctx)
	if err != nil {
		return err
	}
	nodes, ok := store.(catalog.Nodes)
	if !ok {
		return fmt.Errorf("this catalog keeps no nodes: %w", catalog.ErrUsage)
	}
	return nodes.NodeSeen(ctx, n)
}
