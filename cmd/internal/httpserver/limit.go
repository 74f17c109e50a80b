package httpserver

import (
	"crypto/sha256"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limits are what each caller may ask of a server, so that one who floods it
// slows nobody but himself. They count by token: who needs none is the person at
// the machine.
type limits struct {
	rate  rate.Limit // requests a second
	burst int        // requests at once before the rate counts
	calls int        // requests that are being answered at a time

	mu sync.Mutex
	by map[caller]*limit
}

// limit is what one caller has left.
type limit struct {
	bucket  *rate.Limiter
	running int
}

// maxLimits is how many callers are kept before those are forgotten that have
// nothing to be held against them.
const maxLimits = 1024

// share is the part of all requests at a time that one caller may have.
const share = 4

func newLimits(o *Options) *limits {
	return &limits{rate: rate.Limit(o.Rate), burst: o.Burst, calls: max(1, o.MaxCalls/share), by: map[caller]*limit{}}
}

// enter lets a request of a caller in, or says after what time it may try again.
// Whoever is let in calls leave at the end.
func (l *limits) enter(who caller, now time.Time) (leave func(), wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.by[who]
	if one == nil {
		l.forget(now)
		one = &limit{bucket: rate.NewLimiter(l.rate, l.burst)}
		l.by[who] = one
	}
	if one.running >= l.calls {
		return nil, time.Second
	}
	r := one.bucket.ReserveN(now, 1)
	if wait := r.DelayFrom(now); !r.OK() || wait > 0 {
		r.CancelAt(now)
		return nil, min(wait, time.Minute)
	}
	one.running++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		one.running--
	}, 0
}

// forget drops callers that are as new ones would be. l.mu is held.
func (l *limits) forget(now time.Time) {
	if len(l.by) < maxLimits {
		return
	}
	for who, one := range l.by {
		if one.running == 0 && one.bucket.TokensAt(now) >= float64(l.burst) {
			delete(l.by, who)
		}
	}
}

// limited lets a request in, or answers it with how long to wait and returns nil.
func (s *Server) limited(w http.ResponseWriter, who caller) (leave func()) {
	if s.opts.Tokens == nil || s.opts.Rate <= 0 {
		return func() {}
	}
	leave, wait := s.limits.enter(who, time.Now())
	if leave == nil {
		refuseFor(w, wait, "too many requests with this token")
	}
	return leave
}

func refuseFor(w http.ResponseWriter, wait time.Duration, why string) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int(math.Ceil(wait.Seconds())))))
	refuse(w, http.StatusTooManyRequests, "limit", why, "wait as long as Retry-After says")
}

// guessing answers a request without a token that counts if too many such came
// from its address, and reports whether it did. It is as many as one token may ask
// for; those with a token that come from there, as through a proxy, do not count.
func (s *Server) guessing(w http.ResponseWriter, r *http.Request) bool {
	if s.opts.Rate <= 0 {
		return false
	}
	leave, wait := s.guesses.enter(addressOf(r.RemoteAddr), time.Now())
	if leave != nil {
		leave()
		return false
	}
	w.Header().Set("Connection", "close")
	refuseFor(w, wait, "too many requests without a token that this server knows")
	return true
}

// addressOf returns where a request comes from, as who asks: what one network of
// IPv6 has is one.
func addressOf(remote string) caller {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return caller{}
	}
	address := from.Addr().Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	prefix, err := address.Prefix(bits)
	if err != nil {
		return caller{}
	}
	return caller(sha256.Sum256([]byte(prefix.String())))
}
