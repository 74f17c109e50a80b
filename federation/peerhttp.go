package federation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// AskPath is where a service takes questions of other nodes; the question's name
// follows.
const AskPath = "/v1/ask/"

// MaxReply is the longest reply that is read or written, in bytes.
const MaxReply = 32 << 20

// Service is a Peer that is asked over HTTP. Two pointers are two peers: one is
// kept for as long as its address holds.
type Service struct {
	URL    string // such as https://host:7333
	Token  string // that it knows; "" sends none
	Client *http.Client
	// Asked is told of each question how it went; nil tells nobody.
	Asked func(question string, took time.Duration, err error)
}

// dialTime is how long a connection to another node may take: longer takes only
// one that does not answer.
const dialTime = 3 * time.Second

// NewClient returns what asks other nodes: it follows no redirection, which would
// hand the token on, and gives a connection that does not come about up soon.
func NewClient() *http.Client {
	dialer := &net.Dialer{Timeout: dialTime, KeepAlive: 15 * time.Second}
	return &http.Client{
		Transport: &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTime, MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute,
			MaxResponseHeaderBytes: 64 << 10, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// ServiceURL checks the address of a service and returns it as Service has it.
func ServiceURL(text string) (string, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return "", fmt.Errorf("%q is no address of a service; one is https://host:7333", text)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", errors.New("the address of a service has no user, question mark or #")
	}
	return strings.TrimSuffix(u.String(), "/"), nil
}

// Ask implements Peer.
func (s *Service) Ask(ctx context.Context, question string, r *Request) (*Reply, error) {
	began := time.Now()
	reply, err := s.ask(ctx, question, r)
	if s.Asked != nil {
		s.Asked(question, time.Since(began), err)
	}
	return reply, err
}

func (s *Service) ask(ctx context.Context, question string, r *Request) (*Reply, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+AskPath+url.PathEscape(question), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	q.Header.Set("Content-Type", "application/json")
	if s.Token != "" {
		q.Header.Set("Authorization", "Bearer "+s.Token)
	}
	w, err := s.Client.Do(q)
	if err != nil {
		// What it says names addresses, which are nobody's business.
		return nil, &hiddenError{ErrAway, err}
	}
	defer w.Body.Close()
	text, err := io.ReadAll(io.LimitReader(w.Body, MaxReply+1))
	switch {
	case err != nil:
		return nil, &hiddenError{ErrAway, err}
	case w.StatusCode != http.StatusOK:
		return nil, refused(w.StatusCode, text)
	case len(text) > MaxReply:
		return nil, Told("limit", "its node has answered more than is read; ask for less")
	}
	var reply Reply
	if err := Decode(text, &reply); err != nil {
		return nil, &hiddenError{ErrAway, err}
	}
	return &reply, nil
}

// refused returns the error of a status that is none of an answer.
func refused(status int, body []byte) error {
	var told struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(body, &told) != nil || told.Error.Message == "" {
		return fmt.Errorf("%w: it answers with status %d", ErrAway, status)
	}
	switch status {
	case http.StatusTooManyRequests, http.StatusRequestEntityTooLarge:
		return Told("limit", told.Error.Message)
	case http.StatusGatewayTimeout:
		return Told("timeout", told.Error.Message)
	}
	return Told("unavailable", "its node has refused the question: "+told.Error.Message)
}

// hiddenError says what it is an error of, and keeps for logs what it was.
type hiddenError struct{ shown, cause error }

func (e *hiddenError) Error() string { return e.shown.Error() }

func (e *hiddenError) Unwrap() []error { return []error{e.shown, e.cause} }

// Cause returns what an error of a Service was, for logs: it may name addresses.
func Cause(err error) error {
	var hidden *hiddenError
	if errors.As(err, &hidden) {
		return hidden.cause
	}
	return err
}

// Only is the Peers of somebody who asks one service for everything that lies
// elsewhere.
type Only struct{ Peer Peer }

// Of implements Peers.
func (o Only) Of(context.Context, string) (Peer, error) { return o.Peer, nil }
