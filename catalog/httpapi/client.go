package httpapi

import (
	"bytes"
	"cmp"
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

	"codegraph/catalog"
	"codegraph/catalog/escape"
)

const (
	defaultConnect = 2 * time.Second
	headerTime     = 10 * time.Second // until the response headers
	maxAnswer      = 256 << 20        // bytes of a response
	maxRequest     = 2 << 20          // bytes of a list in one request
	maxAddress     = 2000             // bytes of arguments in a URL
)

// Options are the settings of a Client.
type Options struct {
	// Address is https://HOST[:PORT][/PATH]; http:// only on this machine.
	Address string
	Token   string        // sent to Address and nowhere else; "" sends none
	Connect time.Duration // limit for connecting; 0 is two seconds
}

// Client is a catalog.Store at a service. It is safe for concurrent use.
// It always verifies certificates, with the root certificates of the system or of
// SSL_CERT_FILE.
type Client struct {
	*connection
	projects
	links
	filters
	tokens
	local
}

// The parts of the contract that the service offers.
type (
	projects struct{ *connection }
	links    struct{ *connection }
	filters  struct{ *connection }
	tokens   struct{ *connection }
)

// local implements the parts of the contract that the service does not offer: readings,
// leases and writing the audit log.
type local struct{}

// connection sends requests to a service.
type connection struct {
	base  string // address without a final slash
	token string
	http  *http.Client
	slow  *http.Client // for requests with a long response time
}

// New returns a client of the catalog at an address. The first call connects. New
// returns an error that wraps catalog.ErrUsage if the address is invalid.
func New(o Options) (*Client, error) {
	u, err := Address(o.Address)
	if err != nil {
		return nil, err
	}
	connect := cmp.Or(o.Connect, defaultConnect)
	c := &connection{base: strings.TrimRight(u.String(), "/"), token: o.Token, http: newHTTP(connect, headerTime), slow: newHTTP(connect, sendTime)}
	return &Client{connection: c, projects: projects{c}, links: links{c}, filters: filters{c}, tokens: tokens{c}}, nil
}

// newHTTP returns a client with limits for connecting and for the response headers.
func newHTTP(connect, header time.Duration) *http.Client {
	dialer := &net.Dialer{Timeout: connect, KeepAlive: 30 * time.Second}
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, TLSHandshakeTimeout: connect,
		ResponseHeaderTimeout: header, ExpectContinueTimeout: headerTime, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 8, ForceAttemptHTTP2: true}
	return &http.Client{Transport: transport,
		// The token is for one address only.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// IsAddress reports whether a text looks like the address of a service.
func IsAddress(s string) bool {
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// Address parses the address of a service. It refuses http:// except on this machine,
// because tokens would be sent unencrypted. Errors wrap catalog.ErrUsage and never
// repeat a possible password.
func Address(s string) (*url.URL, error) {
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return nil, fmt.Errorf("%w: the catalog's address is not https://HOST", catalog.ErrUsage)
	case u.User != nil:
		return nil, fmt.Errorf("%w: the catalog's address holds a name or password; put the token into CODEGRAPH_TOKEN", catalog.ErrUsage)
	case u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%w: the catalog's address %s://%s has more than a path", catalog.ErrUsage, u.Scheme, u.Host)
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf("%w: http://%s would send the token in the clear; use https://, http:// is for this machine only", catalog.ErrUsage, u.Host)
	}
	return u, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// Host returns the address of the service, for messages.
func (c *connection) Host() string { return c.base }

// call calls a method of the contract.
func (c *connection) call(ctx context.Context, name string, in, out any) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	body, err := json.Marshal(changedAny(in, escape.Escape))
	if err != nil {
		return fmt.Errorf("catalog %s: %w", name, err)
	}
	method, path := http.MethodPost, Prefix+name
	if Find(name).ReadOnly() && len(body) <= maxAddress {
		method, path, body = http.MethodGet, path+"?arguments="+url.QueryEscape(string(body)), nil
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", catalog.ErrUsage, err)
	}
	r.Header.Set("Content-Type", "application/json")
	if Find(name).ReadOnly() {
		r.Header["Idempotency-Key"] = []string{} // net/http may retry the request; the header is not sent
	}
	return c.do(c.http, r, func(r *http.Response) error {
		data, err := io.ReadAll(io.LimitReader(r.Body, maxAnswer+1))
		if err != nil {
			return c.away(ctx, err)
		}
		if len(data) > maxAnswer || json.Unmarshal(data, out) != nil {
			return c.malformed(name)
		}
		restore(out)
		return nil
	})
}

func (c *connection) malformed(name string) error {
	return fmt.Errorf("%w: %s gives no answer that can be read to %s", catalog.ErrUnavailable, c.base, name)
}

// do sends a request with the client's token. If it succeeds, read gets the response;
// otherwise do returns the service's error.
func (c *connection) do(client *http.Client, r *http.Request, read func(*http.Response) error) error {
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	w, err := client.Do(r)
	if err != nil {
		return c.away(r.Context(), err)
	}
	defer w.Body.Close()
	if w.StatusCode >= 200 && w.StatusCode < 300 {
		return read(w)
	}
	return c.failure(w)
}

// away turns a network error into catalog.ErrUnavailable.
func (c *connection) away(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // the URL may contain the arguments
	}
	return fmt.Errorf("%w: %s: %w", catalog.ErrUnavailable, c.base, err)
}

// inParts sends a list in parts of at most maxRequest bytes, or of one element.
func inParts[T any](all []T, send func(part []T) error) error {
	from, size := 0, 0
	for i := range all {
		data, err := json.Marshal(all[i])
		if err != nil {
			return err
		}
		if size += len(data); size > maxRequest && i > from {
			if err := send(all[from:i]); err != nil {
				return err
			}
			from, size = i, len(data)
		}
	}
	return send(all[from:])
}
