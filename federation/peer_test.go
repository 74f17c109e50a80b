package federation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/federation"

	"github.com/google/go-cmp/cmp"
)

// nodes are peers by the names of their nodes.
type nodes map[string]federation.Peer

func (n nodes) Of(_ context.Context, node string) (federation.Peer, error) {
	if p := n[node]; p != nil {
		return p, nil
	}
	return nil, federation.ErrElsewhere
}

// fake is a node that answers by a function.
type fake struct {
	answer func(context.Context, *federation.Request) (*federation.Reply, error)
	asked  []*federation.Request
}

func (f *fake) Ask(ctx context.Context, _ string, r *federation.Request) (*federation.Reply, error) {
	f.asked = append(f.asked, r)
	return f.answer(ctx, r)
}

// word is an answer with a text.
type word struct {
	Text string
	Deep map[string][]string
	own  map[string]bool // of the type alone
}

// UnmarshalJSON fills in what is the type's own, and breaks at one text.
func (w *word) UnmarshalJSON(data []byte) error {
	type plain word
	var p plain
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return err
	}
	if p.Text == "broken" {
		panic("an answer that nobody thought of")
	}
	*w = word(p)
	w.own = map[string]bool{"x": true}
	return nil
}

func lying(id, on string, distance int) federation.Target {
	return federation.Target{Project: catalog.Project{ID: catalog.ProjectID(id), Name: id, Place: catalog.Place{Node: on, Root: "/src/" + id}}, Distance: distance}
}

func part(id, answer string) federation.ReplyPart {
	return federation.ReplyPart{Project: catalog.ProjectID(id), Answer: json.RawMessage(answer), State: federation.State{State: "fresh"}}
}

// outcome asks the targets and tells what came of each.
func outcome(t *testing.T, e *federation.Engine, q federation.Question[word], targets ...federation.Target) []string {
	t.Helper()
	parts, failures, err := federation.Ask(t.Context(), e, targets, q)
	must(t, err)
	var list []string
	for _, p := range parts {
		list = append(list, fmt.Sprintf("%s: %s %v", p.Target.Project.ID, p.Answer.Text, p.Answer.Deep))
	}
	for _, f := range failures {
		var told *federation.ToldError
		switch {
		case errors.As(f.Err, &told):
			list = append(list, fmt.Sprintf("%s failed: %s: %s", f.Project.ID, told.Code, told.Message))
		case errors.Is(f.Err, federation.ErrAway):
			list = append(list, fmt.Sprintf("%s failed: away", f.Project.ID))
		default:
			list = append(list, fmt.Sprintf("%s failed: %v", f.Project.ID, f.Err))
		}
	}
	return list
}

// TestPeers asks nodes that answer, that are away, that never answer and that lie.
func TestPeers(t *testing.T) {
	good := &fake{answer: func(_ context.Context, r *federation.Request) (*federation.Reply, error) {
		out := &federation.Reply{}
		for _, a := range r.Targets {
			answer, err := json.Marshal(word{Text: fmt.Sprintf("%s own %s", a.Project, a.Args)})
			if err != nil {
				return nil, err
			}
			out.Parts = append(out.Parts, part(string(a.Project), string(answer)))
		}
		return out, nil
	}}
	liar := &fake{answer: func(_ context.Context, _ *federation.Request) (*federation.Reply, error) {
		return &federation.Reply{
			Parts: []federation.ReplyPart{
				part("a", `{"Text":"stolen","Deep":null}`), part("stranger", `{"Text":"x","Deep":null}`),
				part("l1", `{"Text":"a\u202eb\u0007c\nd","Deep":{"k\u0001":["v\u0002"]}}`), part("l1", `{"Text":"twice","Deep":null}`),
				part("l2", `{"Text":"x","Deep":null,"More":1}`), part("l3", `{"Text":7}`), part("l4", `{"Text":"bad","Deep":null}`),
				{Project: "l5", Answer: json.RawMessage(`{}`), State: federation.State{State: "sworn"}}},
			Failures: []federation.ReplyRow{{Project: "l6", Code: "corrupt", Message: "so\u202eit is"}, {Project: "stranger", Code: "x"}, {Project: "l1", Code: "late"}},
		}, nil
	}}
	silent := &fake{answer: func(ctx context.Context, _ *federation.Request) (*federation.Reply, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	breaker := &fake{answer: func(context.Context, *federation.Request) (*federation.Reply, error) {
		return &federation.Reply{Parts: []federation.ReplyPart{part("x", `{"Text":"broken","Deep":null}`)}}, nil
	}}
	gone := &fake{answer: func(context.Context, *federation.Request) (*federation.Reply, error) {
		return nil, errors.New("dial tcp 10.0.0.7")
	}}
	e := &federation.Engine{Node: "here", Peers: nodes{"one": good, "two": good, "liar": liar, "silent": silent, "gone": gone, "breaker": breaker},
		Rights: &federation.Rights{Scope: catalog.ScopeRead, Projects: []string{"*"}, Token: "k"}, Away: 300 * time.Millisecond, Budget: time.Second}
	q := federation.Question[word]{Name: "words", Args: json.RawMessage(`{"n":1}`),
		Own: func(id catalog.ProjectID) (json.RawMessage, error) { return json.Marshal("for " + id) },
		Check: func(w word) error {
			if w.Text == "bad" {
				return errors.New("bad text")
			}
			return nil
		}}
	got := outcome(t, e, q, lying("b", "two", 3), lying("l1", "liar", 0), lying("a", "one", 1), lying("l2", "liar", 0), lying("l3", "liar", 0), lying("l4", "liar", 0),
		lying("l5", "liar", 0), lying("l6", "liar", 0), lying("l7", "liar", 0), lying("s", "silent", 0), lying("g", "gone", 0), lying("n", "nowhere", 0), lying("x", "breaker", 0))
	for i := range got { // what a decoder says is its own business
		if before, _, ok := strings.Cut(got[i], "of another version: "); ok {
			got[i] = before
		}
	}
	unread := " failed: unavailable: node liar has answered what cannot be read; it may be "
	want := []string{`b: b own "for b" map[]`, "l1: abc\nd map[k:[v]]", `a: a own "for a" map[]`, "l2" + unread, "l3" + unread, "l4" + unread, "l5" + unread,
		"l6 failed: corrupt: soit is", "l7 failed: unavailable: node liar has not answered for it", "s failed: away", "g failed: away",
		"n failed: node nowhere: it cannot be asked from here", "x failed: unavailable: node breaker has answered what cannot be read"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(good.asked) != 1 {
		t.Fatalf("one peer was asked %d times for what could be asked for at once", len(good.asked))
	}
	r := good.asked[0]
	if string(r.Args) != `{"n":1}` || !r.Forwarded || r.TimeMS <= 0 || r.TimeMS >= 300 || r.BudgetMS != 1000 || len(r.Targets) != 2 || r.Targets[0].Distance != 3 ||
		r.Rights == nil || r.Rights.Token != "k" {
		t.Errorf("asked with %+v", r)
	}
}

// TestPeersEndWithTheContext cancels a question that another node is asked.
func TestPeersEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	silent := &fake{answer: func(ctx context.Context, _ *federation.Request) (*federation.Reply, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	e := &federation.Engine{Node: "here", Peers: nodes{"silent": silent}}
	_, _, err := federation.Ask(ctx, e, []federation.Target{lying("s", "silent", 0)}, federation.Question[word]{Name: "words"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestService asks over HTTP.
func TestService(t *testing.T) {
	var got *http.Request
	var reply http.HandlerFunc
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		reply(w, r)
	}))
	t.Cleanup(server.Close)
	var told []string
	s := &federation.Service{URL: server.URL, Token: "secret of the nodes", Client: federation.NewClient(),
		Asked: func(q string, _ time.Duration, err error) { told = append(told, fmt.Sprintf("%s %t", q, err == nil)) }}
	say := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(text))
		}
	}
	for _, c := range []struct {
		name  string
		reply http.HandlerFunc
		away  bool
		told  string
	}{
		{"answer", say(200, `{"parts":[{"project":"a","answer":{"Text":"x","Deep":null},"state":{"state":"fresh","pending":[],"checked_at":1},"passed":false}],"failures":[]}`), false, ""},
		{"unknown field", say(200, `{"parts":[],"failures":[],"more":1}`), true, ""},
		{"two values", say(200, `{"parts":[],"failures":[]}{}`), true, ""},
		{"page", say(200, `<html>`), true, ""},
		{"no JSON", say(502, `<html>`), true, ""},
		{"refused", say(403, `{"error":{"code":"not_allowed","message":"who are you"}}`), false, "unavailable: its node has refused the question: who are you"},
		{"busy", say(429, `{"error":{"code":"limit","message":"too many"}}`), false, "limit: too many"},
		{"moved", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, true, ""},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			text := []byte(strings.Repeat(" ", 1<<20))
			for range federation.MaxReply>>20 + 2 {
				if _, err := w.Write(text); err != nil {
					return
				}
			}
		}, false, "limit: its node has answered more than is read; ask for less"},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte(`{"parts":[]`))
		}, true, ""},
	} {
		reply = c.reply
		_, err := s.Ask(t.Context(), "query", &federation.Request{Args: json.RawMessage("1")})
		var said *federation.ToldError
		text := ""
		if errors.As(err, &said) {
			text = said.Code + ": " + said.Message
		}
		if errors.Is(err, federation.ErrAway) != c.away || text != c.told {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "127.0.0.1") {
			t.Errorf("%s tells the address: %v", c.name, err)
		}
		if got.URL.Path != "/v1/ask/query" || got.Header.Get("Authorization") != "Bearer secret of the nodes" {
			t.Errorf("%s: asked %s with %v", c.name, got.URL, got.Header)
		}
	}
	server.Close()
	if _, err := s.Ask(t.Context(), "query", &federation.Request{}); !errors.Is(err, federation.ErrAway) || !strings.Contains(federation.Cause(err).Error(), "refused") {
		t.Errorf("nobody there: %v", err)
	}
	if len(told) != 11 || told[0] != "query true" || told[10] != "query false" {
		t.Errorf("told %q", told)
	}
}

func TestServiceURL(t *testing.T) {
	for text, want := range map[string]string{"https://a.example:7333/": "https://a.example:7333", "http://[::1]:80": "http://[::1]:80", "": "", "ftp://a": "", "http://": "",
		"https://u:p@a": "", "https://a?q=1": "", "https://a#x": "", "/x": "", "https://a/team": "https://a/team"} {
		if got, err := federation.ServiceURL(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}
