package httpserver

import (
	"net/http"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	l := newLimits(&Options{Rate: 10, Burst: 3, MaxCalls: 8})
	now := time.Unix(1_000_000, 0)
	flood, other := caller{1}, caller{2}
	enter := func(who caller) func() {
		t.Helper()
		leave, wait := l.enter(who, now)
		if leave == nil {
			t.Fatalf("refused for %v", wait)
		}
		return leave
	}
	refused := func(what string, who caller, want time.Duration) {
		t.Helper()
		if leave, wait := l.enter(who, now); leave != nil || wait != want {
			t.Errorf("%s: let in: %v, wait %v, want %v", what, leave != nil, wait, want)
		}
	}
	one := enter(flood)
	enter(flood)
	refused("a quarter of all calls run", flood, time.Second)
	enter(other)
	one()
	enter(flood)()
	refused("the burst is used up", flood, 100*time.Millisecond)
	refused("asking in vain costs nothing", flood, 100*time.Millisecond)
	enter(other)()
	now = now.Add(100 * time.Millisecond)
	enter(flood)()
	refused("the next one is a tenth of a second away", flood, 100*time.Millisecond)
}

func TestLimitsForget(t *testing.T) {
	l := newLimits(&Options{Rate: 1, Burst: 2, MaxCalls: 8})
	now := time.Unix(1_000_000, 0)
	for i := range maxLimits {
		leave, _ := l.enter(caller{byte(i), byte(i >> 8)}, now)
		leave()
	}
	now = now.Add(time.Second)
	busy := caller{0, 0, 1}
	if leave, _ := l.enter(busy, now); leave == nil || len(l.by) != 1 {
		t.Errorf("%d callers are kept", len(l.by))
	}
	for i := range maxLimits {
		leave, _ := l.enter(caller{byte(i), byte(i >> 8), 2}, now.Add(time.Minute))
		leave()
	}
	if l.by[busy] == nil {
		t.Error("a caller whose request runs is forgotten")
	}
}

// TestFlood has one token ask more than it may; another one is answered still.
func TestFlood(t *testing.T) {
	const other = "fedcba9876543210"
	tokens, err := NewTokens("", token, other)
	if err != nil {
		t.Fatal(err)
	}
	address := mustServe(t, Options{Version: "v1", Tokens: tokens, Rate: 0.001, Burst: 2})
	ask := func(bearer string, status int, code string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+address+"/v1/openapi.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+bearer)
		checkAnswer(t, r, status, code)
	}
	ask(token, http.StatusOK, "")
	ask(token, http.StatusOK, "")
	ask(token, http.StatusTooManyRequests, "limit")
	ask(other, http.StatusOK, "")
	ask("not a token at all", http.StatusUnauthorized, "not_allowed")
	ask("not-a-token-at-all-either", http.StatusUnauthorized, "not_allowed")
	ask("and-not-the-third-one-either", http.StatusTooManyRequests, "limit") // unknown tokens share the limit of their address
	ask(other, http.StatusOK, "")                                            // known tokens have their own limit, also at this address
}

func TestAddressOf(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"192.0.2.1:1", "192.0.2.1:2", true}, {"192.0.2.1:1", "192.0.2.2:1", false}, {"192.0.2.1:1", "[::ffff:192.0.2.1]:9", true},
		{"[2001:db8::1]:1", "[2001:db8::2]:1", true}, {"[2001:db8:0:1::1]:1", "[2001:db8:0:2::1]:1", false},
		{"[fe80::1%eth0]:1", "[fe80::1%eth1]:1", true}, {"no address", "@", true},
	} {
		if same := addressOf(c.a) == addressOf(c.b); same != c.same {
			t.Errorf("%s and %s are one: %v", c.a, c.b, same)
		}
	}
}
