package assistant

import (
	"testing"
)

func TestBlock(t *testing.T) {
	m := marks{"<b>", "</b>"}
	tests := []struct {
		name, text string
		exists     bool
		want       string
	}{
		{"no file", "", false, "<b>\nours\n</b>\n"},
		{"empty file", "", true, "<b>\nours\n</b>"},
		{"text", "# Mine\n", true, "# Mine\n\n<b>\nours\n</b>\n"},
		{"no line end", "# Mine", true, "# Mine\n\n<b>\nours\n</b>"},
		{"empty lines at the end", "x\n\n\n", true, "x\n\n\n\n<b>\nours\n</b>\n"},
		{"line end alone", "\n", true, "\n\n<b>\nours\n</b>\n"},
		{"other line ends", "a\r\nb\r\n", true, "a\r\nb\r\n\r\n<b>\r\nours\r\n</b>\r\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := m.put([]byte(tt.text), tt.exists, "ours\n")
			if err != nil || string(got) != tt.want {
				t.Fatalf("put = %q, %v; want %q", got, err, tt.want)
			}
			if again, err := m.put(got, true, "ours\n"); err != nil || string(again) != tt.want {
				t.Errorf("put twice = %q, %v", again, err)
			}
			back, found, err := m.take(got)
			if err != nil || !found || string(back) != tt.text || (back != nil) != tt.exists {
				t.Errorf("take = %q, %v, %v; want %q", back, found, err, tt.text)
			}
		})
	}
}

// TestBlockBetween checks that an older block is replaced in place and that the
// surrounding text is kept.
func TestBlockBetween(t *testing.T) {
	m := marks{"<b>", "</b>"}
	const text = "a\n\n<b>\nolder\n</b>\nmore\n"
	got, err := m.put([]byte(text), true, "ours\n")
	if want := "a\n\n<b>\nours\n</b>\nmore\n"; err != nil || string(got) != want {
		t.Errorf("put = %q, %v; want %q", got, err, want)
	}
	if back, found, err := m.take(got); err != nil || !found || string(back) != "a\nmore\n" {
		t.Errorf("take = %q, %v, %v", back, found, err)
	}
	if back, found, err := m.take([]byte("nothing\n")); err != nil || found || string(back) != "nothing\n" {
		t.Errorf("take of nothing = %q, %v, %v", back, found, err)
	}
}

func TestBlockRefuses(t *testing.T) {
	m := marks{"<b>", "</b>"}
	for _, text := range []string{"<b>\n", "</b>\n", "<b>\n</b>\n<b>\n</b>\n", "</b>\n<b>\n", "<b>\n</b>\n</b>\n"} {
		if got, err := m.put([]byte(text), true, ""); err == nil {
			t.Errorf("put into %q = %q and no error", text, got)
		}
		if got, _, err := m.take([]byte(text)); err == nil {
			t.Errorf("take from %q = %q and no error", text, got)
		}
	}
	if _, err := m.put([]byte("U\x00T\x00F\x00"), true, ""); err == nil {
		t.Error("put into text of another encoding: no error")
	}
}
