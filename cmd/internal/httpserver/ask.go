package httpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/tools"
	"codegraph/federation"
	"codegraph/projectbase"
)

// askPath is where other nodes, and command lines that have this service for
// their catalog, ask about projects that lie here.
const askPath = federation.AskPath + "{name}"

// ask answers a question about some projects: each with its answer or with why
// there is none.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if !slices.Contains(tools.Askings(), name) {
		refuse(w, http.StatusNotFound, "not_found", "there is no such question", "the nodes may be of different versions")
		return
	}
	note(r, name)
	entry := s.audit(r, "ask/"+name)
	began := time.Now()
	reply, err := s.answerAsked(r, name, entry)
	s.metrics.asked(name, askedHere, time.Since(began), err)
	if err != nil {
		writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, reply)
}

func (s *Server) answerAsked(r *http.Request, name string, entry *catalog.AuditEntry) (*federation.Reply, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	var q federation.Request
	if err := federation.Decode(json.RawMessage(body), &q); err != nil {
		return nil, err
	}
	s.aboutAsk(r.Context(), entry, &q)
	ctx, cancel := context.WithTimeout(r.Context(), s.opts.CallTimeout)
	defer cancel()
	if ctx, err = s.asker(ctx, &q); err != nil {
		return nil, err
	}
	desk, err := s.deskFor(ctx)
	if err != nil {
		return nil, err
	}
	reply, err := tools.Answer(ctx, desk, name, &q)
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	return reply, err
}

// asker returns a context with what the asker may do. A node asks with the rights
// of its caller, and may do no more than these; all others with those of their
// token, and can neither lend themselves others nor be a node.
func (s *Server) asker(ctx context.Context, q *federation.Request) (context.Context, error) {
	access := accessOf(ctx)
	if access.Scope != scopeNode && s.opts.Tokens != nil {
		if q.Rights != nil {
			return nil, notAllowed("only nodes ask with the rights of others")
		}
		q.Forwarded = false
		return ctx, mayRead(access)
	}
	if q.Rights == nil {
		if access.Scope == scopeNode {
			return nil, notAllowed("a node asks with the rights of its caller")
		}
		return ctx, nil
	}
	q.Forwarded = true
	lent := catalog.Token{ID: q.Rights.Token, Scope: q.Rights.Scope, Projects: q.Rights.Projects}
	if err := mayRead(lent); err != nil {
		return nil, err
	}
	if lent.ID != "" && s.opts.Tokens != nil {
		known, ok := s.opts.Tokens.still(ctx, lent.ID)
		if !ok {
			return nil, notAllowed("the caller's token does not count any more")
		}
		if err := mayRead(known); err != nil {
			return nil, err
		}
		ctx = context.WithValue(ctx, narrowKey{}, known)
	}
	return context.WithValue(ctx, accessKey{}, lent), nil
}

// narrowKey is for a second token: only what it sees too is seen.
type narrowKey struct{}

func mayRead(t catalog.Token) error {
	if t.May(catalog.ScopeRead) {
		return nil
	}
	return notAllowed("the token may not do this: it needs the scope " + string(catalog.ScopeRead))
}

func notAllowed(why string) error { return fmt.Errorf("%s: %w", why, projectbase.ErrNotAllowed) }
