package cli

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// bar shows progress on a terminal: files, rate and time left. Work that is
// over at once shows nothing.
type bar struct {
	w     io.Writer
	what  string
	begun time.Time
	bar   *progressbar.ProgressBar
}

const barDelay = 300 * time.Millisecond

func (b *bar) show(done, total int, _ int64) {
	if b.begun.IsZero() {
		b.begun = time.Now()
	}
	if b.bar == nil {
		if time.Since(b.begun) < barDelay || done >= total {
			return
		}
		b.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(b.w), progressbar.OptionSetDescription(b.what),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("files"),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetWidth(30))
	}
	b.bar.ChangeMax(total)
	b.bar.Set(done)
}

func (b *bar) end() {
	if b.bar != nil {
		b.bar.Clear()
	}
}
