package joint

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"codegraph/catalog"
)

// marker is what the file says by which processes tell each other that the
// service is away: each of them would have to find out by itself, and wait.
type marker struct {
	Host  string `json:"host"`
	Until int64  `json:"until"` // Unix seconds
}

// marked returns what another process has found out.
func (s *Store) marked(now time.Time) (time.Time, error) {
	if s.o.Marker == "" {
		return time.Time{}, nil
	}
	text, err := os.ReadFile(s.o.Marker)
	var m marker
	if err != nil || json.Unmarshal(text, &m) != nil || m.Host != s.o.Host {
		return time.Time{}, nil
	}
	until := time.Unix(m.Until, 0)
	if !now.Before(until) || until.Sub(now) > s.o.Pause {
		return time.Time{}, nil
	}
	return until, fmt.Errorf("%w: %s, as another process found a moment ago", catalog.ErrUnavailable, s.o.Host)
}

// mark notes that the service is away. Without the note, others find out by
// themselves.
func (s *Store) mark() {
	s.mu.Lock()
	m := marker{s.o.Host, s.until.Unix()}
	s.mu.Unlock()
	if s.o.Marker == "" {
		return
	}
	if text, err := json.Marshal(m); err == nil {
		_ = os.WriteFile(s.o.Marker, text, 0o600)
	}
}

func (s *Store) unmark() {
	if s.o.Marker != "" {
		_ = os.Remove(s.o.Marker)
	}
}
