package mcpserver

import (
	"context"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"codegraph/cmd/internal/workspace"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// rootsWait is the time that a client has to name its roots. A client that does
// not answer is queried again when its roots change.
const rootsWait = 2 * time.Second

// rootsCache holds the roots of clients by session.
type rootsCache struct {
	mu       sync.Mutex
	sessions map[string]*namedRoots
}

type namedRoots struct {
	once sync.Once
	dirs []string // after once
}

func (c *rootsCache) forget(session string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sessions, session)
}

// of returns the roots of a session. It calls ask once for each session.
func (c *rootsCache) of(session string, ask func() []string) []string {
	c.mu.Lock()
	if c.sessions == nil {
		c.sessions = map[string]*namedRoots{}
	}
	r := c.sessions[session]
	if r == nil {
		r = &namedRoots{}
		c.sessions[session] = r
	}
	c.mu.Unlock()
	r.once.Do(func() { r.dirs = ask() })
	return r.dirs
}

// workspaceFor returns the workspace of a client: at its roots, if it has some.
func (s *Server) workspaceFor(ctx context.Context) *workspace.Workspace {
	c, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	if !ok || c.GetClientCapabilities().Roots == nil || server.IsModernRequest(ctx) {
		return s.workspace
	}
	dirs := s.roots.of(c.SessionID(), func() []string {
		// The answer serves all calls of the session.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rootsWait)
		defer cancel()
		list, err := s.mcp.RequestRoots(ctx, mcp.ListRootsRequest{})
		if err != nil {
			s.opts.Logger.Info("the client does not name its roots", "err", err)
			return nil
		}
		return directories(list.Roots)
	})
	if len(dirs) == 0 {
		return s.workspace
	}
	return s.workspace.Among(dirs)
}

// directories returns the paths of roots on this machine.
func directories(roots []mcp.Root) []string {
	var dirs []string
	for _, r := range roots {
		u, err := url.Parse(r.URI)
		if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" {
			continue
		}
		path := u.Path
		if runtime.GOOS == "windows" {
			path = strings.TrimPrefix(path, "/")
		}
		dirs = append(dirs, filepath.FromSlash(path))
	}
	return dirs
}
