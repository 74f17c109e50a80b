package tool

import (
	"errors"
	"testing"
	"time"

	"codegraph/projectbase"
)

func TestParseTime(t *testing.T) {
	now := time.Unix(1_800_000_000, 0).UTC()
	for text, want := range map[string]time.Time{
		"90m":                       now.Add(-90 * time.Minute),
		"1h30m":                     now.Add(-90 * time.Minute),
		"7d":                        now.Add(-7 * 24 * time.Hour),
		"2w":                        now.Add(-14 * 24 * time.Hour),
		"0":                         time.Unix(0, 0),
		"1700000000":                time.Unix(1_700_000_000, 0),
		"2026-01-31T12:00:00Z":      time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC),
		"2026-01-31T12:00:00+02:00": time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC),
	} {
		got, err := ParseTime(text, now)
		if err != nil || !got.Equal(want) {
			t.Errorf("ParseTime(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "yesterday", "-5", "-90m", "-7d", "7 d", "1.5d", "d", "2026-01-31", "99999999999999999999w", "4294967295w", "9999999999", "2600-01-01T00:00:00Z"} {
		if got, err := ParseTime(text, now); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("ParseTime(%q) = %v, %v; want ErrUsage", text, got, err)
		}
	}
}
