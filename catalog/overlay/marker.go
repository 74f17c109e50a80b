package overlay

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"codegraph/catalog"
)

// marker is the content of the file that tells other processes that the service is
// unreachable. It saves each of them its own wait.
type marker struct {
	Host  string `json:"host"`
	Until int64  `json:"until"` // Unix seconds
}

// readMarker returns the result of another process, if it is recent.
func (c *connection) readMarker(now time.Time) (time.Time, error) {
	if c.o.Marker == "" {
		return time.Time{}, nil
	}
	text, err := os.ReadFile(c.o.Marker)
	var m marker
	if err != nil || json.Unmarshal(text, &m) != nil || m.Host != c.o.Host {
		return time.Time{}, nil
	}
	until := time.Unix(m.Until, 0)
	if !now.Before(until) || until.Sub(now) > c.o.Pause {
		return time.Time{}, nil
	}
	return until, fmt.Errorf("%w: %s, as another process found a moment ago", catalog.ErrUnavailable, c.o.Host)
}

// writeMarker tells other processes that the service is unreachable. If it fails,
// they try the service themselves.
func (c *connection) writeMarker() {
	c.mu.Lock()
	m := marker{c.o.Host, c.until.Unix()}
	c.mu.Unlock()
	if c.o.Marker == "" {
		return
	}
	if text, err := json.Marshal(m); err == nil {
		_ = os.WriteFile(c.o.Marker, text, 0o600)
	}
}

func (c *connection) removeMarker() {
	if c.o.Marker != "" {
		_ = os.Remove(c.o.Marker)
	}
}
