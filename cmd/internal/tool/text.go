package tool

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"codegraph/projectbase"
)

// Size returns bytes as people read them.
func Size(bytes int64) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1000*1000:
		return fmt.Sprintf("%.1f kB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// SplitCommas splits the values of a flag that takes several at once.
func SplitCommas(list []string) []string {
	var out []string
	for _, l := range list {
		for _, s := range strings.Split(l, ",") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

func SkippedText(p *Page, counts map[projectbase.SkipReason]int) {
	if len(counts) > 0 {
		p.Line("skipped: %s", Tally(counts))
	}
}

// Tally returns "a 3, b 1": the highest first, then by name.
func Tally[K ~string](counts map[K]int) string {
	keys := make([]K, 0, len(counts))
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b K) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(string(a), string(b))
	})
	var b strings.Builder
	for i, k := range keys {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %d", k, counts[k])
	}
	if len(keys) == 0 {
		return "none"
	}
	return b.String()
}

func Milliseconds(ms int64) string {
	if ms < 1000 {
		return fmt.Sprintf("%d ms", ms)
	}
	return fmt.Sprintf("%.1f s", float64(ms)/1000)
}

// Count returns n with the word for that many.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Stamp returns Unix seconds as people read them.
func Stamp(seconds int64) string {
	if seconds == 0 {
		return "never"
	}
	return time.Unix(seconds, 0).UTC().Format(time.RFC3339)
}
