package httpserver

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// site has the names under which browsers may use the server.
type site struct {
	hosts   []string // Options.Hosts
	origins []string // Options.Origins
}

// refusal returns why the Host or the origin of a request is refused, "" if both
// are allowed. The check of Host prevents DNS rebinding; the check of Origin and
// Sec-Fetch-Site prevents requests of pages of other sites.
func (s site) refusal(r *http.Request) string {
	if !s.knownHost(r) {
		return "the header Host does not name this server"
	}
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !s.knownOrigin(r, origins[0]) {
		return "pages of this origin may not use this server"
	}
	if site := r.Header.Get("Sec-Fetch-Site"); r.Header.Get("Origin") == "" && site != "" && site != "same-origin" && site != "none" {
		return "pages of other sites may not use this server"
	}
	return ""
}

// knownHost reports whether the request's Host is a loopback name, the local
// address of the connection, or one of the hosts of the site.
func (s site) knownHost(r *http.Request) bool {
	host := hostName(r.Host)
	if host == "" {
		return false
	}
	if isLoopback(host) {
		return true
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if ip := net.ParseIP(host); ip != nil && local != nil && local.IP.Equal(ip) {
		return true
	}
	return slices.ContainsFunc(s.hosts, func(h string) bool { return hostName(h) == host })
}

// hostName returns the normalized name in HOST:PORT or HOST.
func hostName(hostPort string) string {
	host := hostPort
	if h, _, err := net.SplitHostPort(hostPort); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// knownOrigin reports whether a page's origin is the server itself, by the
// request's Host, or one of the origins of the site.
func (s site) knownOrigin(r *http.Request, origin string) bool {
	if slices.ContainsFunc(s.origins, func(o string) bool { return strings.EqualFold(strings.TrimSuffix(o, "/"), origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}
