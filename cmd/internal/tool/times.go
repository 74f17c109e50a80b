package tool

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"codegraph/projectbase"
)

// maxSeconds is the last time, in Unix seconds, that nanoseconds can tell.
const maxSeconds = math.MaxInt64/int64(time.Second) - 1

// ParseTime returns the time that a person means: a Go duration back from now
// (90m), days (7d) or weeks (2w) back, RFC 3339, or Unix seconds. Anything else
// is an error that wraps projectbase.ErrUsage.
func ParseTime(text string, now time.Time) (time.Time, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 && n <= maxSeconds {
		return time.Unix(n, 0), nil
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil && t.Unix() >= -maxSeconds && t.Unix() <= maxSeconds {
		return t, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for unit, length := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		number, ok := strings.CutSuffix(text, unit)
		if n, err := strconv.ParseUint(number, 10, 32); ok && err == nil && n <= uint64(math.MaxInt64/length) {
			return now.Add(-time.Duration(n) * length), nil
		}
	}
	return time.Time{}, fmt.Errorf("%w: %q is not a time; examples are 90m, 7d, 2w, 2026-01-31T12:00:00Z and Unix seconds", projectbase.ErrUsage, text)
}
