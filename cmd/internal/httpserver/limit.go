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

// limits bounds the requests of each caller, so that one caller cannot slow down
// the others. A caller is a token or an address.
type limits struct {
	rate  rate.Limit // requests a second
	burst int        // requests that may exceed the rate
	calls int        // requests in flight

	mu sync.Mutex
	by map[caller]*limit
}

// limit counts the requests of one caller.
type limit struct {
	bucket  *rate.Limiter
	running int
}

// maxLimits is the number of callers from which enter drops idle ones.
const maxLimits = 1024

// share is the divisor of Options.MaxCalls: one caller may have a quarter of the
// requests in flight.
const share = 4

func newLimits(o *Options) *limits {
	return &limits{rate: rate.Limit(o.Rate), burst: o.Burst, calls: max(1, o.MaxCalls/share), by: map[caller]*limit{}}
}

// enter accepts a request. The handler must call leave at the request's end. If enter
// refuses the request, leave is nil and wait is the time until the next attempt.
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

// forget drops callers without requests in flight and with a full burst. The
// caller holds l.mu.
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

// limited accepts a request, whose handler calls leave at its end. Over the limit,
// it answers with an error and returns nil.
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
	refuse(w, http.StatusTooManyRequests, "limit", why, "wait for the seconds in the header Retry-After")
}

// guessing limits the requests without a valid token from one address. Over the
// limit, it answers with an error and returns true. The rate is that of a token.
// Requests with a valid token from the same address, as of a proxy, do not count.
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
	refuseFor(w, wait, "too many requests without a valid token")
	return true
}

// addressOf returns the remote address as a caller. All addresses of an IPv6 /64
// network are one caller.
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
