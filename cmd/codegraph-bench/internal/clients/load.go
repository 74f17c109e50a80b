package clients

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	mrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codegraph/cmd/codegraph-bench/internal/process"
)

// floodWidth is the number of concurrent requests of the flooding client.
const floodWidth = 64

// question is a tool with its arguments.
type question struct {
	kind, tool string
	arguments  map[string]any
}

// listedProject is a project of the service with names that it declares.
type listedProject struct {
	id    string
	files int
	terms []string
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// startOwn starts a service over the projects, with a token for each client and one for
// the flood. It measures the time to an answer from all projects.
func (b *bench) startOwn(ctx context.Context) (end func(), err error) {
	if b.program == "" {
		if b.program, err = process.BuildProgram(ctx, b.scratch); err != nil {
			return nil, err
		}
	}
	if b.catalog == "" {
		b.catalog = filepath.Join(b.scratch, "catalog.db")
	}
	b.tokens = nil
	for range b.clients + 1 {
		b.tokens = append(b.tokens, rand.Text()+rand.Text())
	}
	tokens := filepath.Join(b.scratch, "tokens")
	if err := os.WriteFile(tokens, []byte(strings.Join(b.tokens, "\n")), 0o600); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	b.address = "http://" + l.Addr().String()
	l.Close()
	cmd := exec.CommandContext(ctx, b.program, "-q", "serve", "--listen", strings.TrimPrefix(b.address, "http://"), "--repos", b.repos, "--scan",
		"--token-file", tokens, "--published", filepath.Join(b.scratch, "published"))
	cmd.Env = append(os.Environ(), "CODEGRAPH_CATALOG="+b.catalog, "CODEGRAPH_BASES="+filepath.Join(b.scratch, "bases"), "CODEGRAPH_MACHINE=bench", "XDG_CONFIG_HOME="+filepath.Join(b.scratch, "config"))
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	b.pid = cmd.Process.Pid
	end = func() {
		_ = cmd.Process.Signal(os.Interrupt) // the exit status does not matter
		_ = cmd.Wait()
	}
	if err := b.awaitProjects(ctx, begin); err != nil {
		end()
		return nil, err
	}
	return end, nil
}

// startTime limits the time until the service answers from all projects.
const startTime = 15 * time.Minute

// awaitProjects queries all projects until each directory answers.
func (b *bench) awaitProjects(ctx context.Context, begin time.Time) error {
	dirs, err := os.ReadDir(b.repos)
	if err != nil {
		return err
	}
	want := len(slices.DeleteFunc(dirs, func(d os.DirEntry) bool { return !d.IsDir() }))
	if want < 2 {
		return fmt.Errorf("%s holds %d directories; a multi-project query needs two", b.repos, want)
	}
	c := b.client(b.tokens[0], 1)
	var first float64
	for {
		n, why := b.answering(ctx, c)
		took := time.Since(begin).Seconds()
		if n >= 2 && first == 0 {
			first = took
		}
		if n >= want {
			b.report.Add("start to an answer from two projects", "s", 0, []float64{first}, "empty catalog, no indexes")
			b.report.Add("start to an answer from all projects", "s", 0, []float64{took}, "%d projects indexed; CPU %.1f s", n, process.CPUOf(b.pid).Seconds())
			return nil
		}
		if ctx.Err() != nil || time.Since(begin) > startTime {
			return fmt.Errorf("%d of %d projects answer after %.0f s: %s", n, want, took, why)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// answering returns the number of projects that answer, or the error text.
func (b *bench) answering(ctx context.Context, c *client) (int, string) {
	a, text := c.ask(ctx, question{"", "query", map[string]any{"term": "error", "scope": "all", "limit": 1}})
	var out struct {
		Projects []json.RawMessage `json:"projects"`
	}
	if text == nil || json.Unmarshal(text, &out) != nil {
		return 0, a.code + " " + a.text
	}
	return len(out.Projects), a.code + " " + a.text
}

// learn lists the projects of the service and names that they declare.
func (b *bench) learn(ctx context.Context) ([]listedProject, error) {
	c := b.client(b.token(0), 1)
	var list struct {
		Projects []struct {
			ID, State string
			Files     int
		}
	}
	if err := c.decode(ctx, question{"", "projects", map[string]any{}}, &list); err != nil {
		return nil, err
	}
	var known []listedProject
	for _, p := range list.Projects {
		if p.State != "indexed" {
			continue
		}
		var found struct {
			Matches []struct{ Term string }
		}
		in := map[string]any{"term": "e", "mode": "contains", "type_filter": []string{"method"}, "project": p.ID, "limit": 200}
		if err := c.decode(ctx, question{"", "query", in}, &found); err != nil {
			return nil, err
		}
		terms := map[string]bool{}
		for _, m := range found.Matches {
			terms[m.Term] = true
		}
		if len(terms) > 0 {
			known = append(known, listedProject{p.ID, p.Files, sortedKeys(terms)})
		}
	}
	if len(known) == 0 {
		return nil, fmt.Errorf("%s has no indexed project with a method", b.address)
	}
	return known, nil
}

// decode sends a question and decodes the answer. A failure is an error.
func (c *client) decode(ctx context.Context, q question, out any) error {
	a, text := c.ask(ctx, q)
	if a.code != "" {
		return fmt.Errorf("%s: %s %s", q.tool, a.code, a.text)
	}
	return json.Unmarshal(text, out)
}

// token returns the token of client i. The last one belongs to the flood.
func (b *bench) token(i int) string {
	if len(b.tokens) == 0 {
		return ""
	}
	return b.tokens[i%max(1, len(b.tokens)-1)]
}

// crowd runs all clients until ctx ends and returns their answers.
func (b *bench) crowd(ctx context.Context, known []listedProject) ([]answered, error) {
	all := make([][]answered, b.clients)
	failed := make([]error, b.clients)
	var group sync.WaitGroup
	for i := range b.clients {
		group.Go(func() {
			c := b.client(b.token(i), 1)
			defer c.http.CloseIdleConnections()
			if i%2 == 1 {
				if err := c.begin(ctx); err != nil {
					failed[i] = fmt.Errorf("client %d: %w", i, err)
					return
				}
			}
			random := mrand.New(mrand.NewPCG(uint64(i), 1))
			for ctx.Err() == nil {
				a, _ := c.ask(ctx, mixed(random, known))
				if ctx.Err() != nil {
					return // the end of the phase may have cut it off
				}
				all[i] = append(all[i], a)
				if b.pause > 0 {
					time.Sleep(time.Duration(random.Int64N(int64(2 * b.pause))))
				}
			}
		})
	}
	group.Wait()
	for _, err := range failed {
		if err != nil {
			return nil, err
		}
	}
	return slices.Concat(all...), nil
}

// mixed returns a random question about a random project and name.
func mixed(random *mrand.Rand, known []listedProject) question {
	p := known[random.IntN(len(known))]
	term := p.terms[random.IntN(len(p.terms))]
	switch random.IntN(6) {
	case 0:
		return question{"query exact", "query", map[string]any{"term": term, "project": p.id}}
	case 1:
		return question{"query contains, all projects", "query", map[string]any{"term": term[:min(len(term), 6)], "mode": "contains", "scope": "all", "limit": 50}}
	case 2:
		return question{"symbol", "symbol", map[string]any{"name": term, "project": p.id}}
	case 3:
		return question{"callers", "callers", map[string]any{"symbol": term, "project": p.id}}
	case 4:
		return question{"summary", "summary", map[string]any{"project": p.id}}
	}
	return question{"projects", "projects", map[string]any{}}
}

// flood repeats one question until ctx ends. It returns the number of answers under ""
// and of failures by code.
func (b *bench) flood(ctx context.Context, term string) map[string]int {
	token := ""
	if len(b.tokens) > 0 {
		token = b.tokens[len(b.tokens)-1]
	}
	c := b.client(token, floodWidth)
	defer c.http.CloseIdleConnections()
	next := time.NewTicker(time.Second / time.Duration(b.flooding))
	defer next.Stop()
	codes := map[string]int{}
	var mu sync.Mutex
	var group sync.WaitGroup
	for range floodWidth {
		group.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case <-next.C:
				}
				a, _ := c.ask(ctx, question{"flood", "query", map[string]any{"term": term, "scope": "all"}})
				if ctx.Err() != nil {
					return
				}
				mu.Lock()
				codes[a.code]++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return codes
}
