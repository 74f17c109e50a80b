package query

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
)

// maxText is the length in characters at which a source line is cut.
const maxText = 160

// maxShownBytes is how many bytes of a text are looked at for each character of
// it that may be shown: characters that are not shown are passed over.
const maxShownBytes = 64

// maxSource is how much of a file is read for its lines. A file that grew past
// it since it was indexed has no text.
const maxSource = 64 << 20

// sources reads files of one project as they are now. Whatever a base names,
// nothing outside the root is opened: a base may come from a stranger.
type sources struct {
	dir  string
	root *os.Root
}

func (s *sources) close() {
	if s.root != nil {
		s.root.Close()
	}
}

// open opens the root if it is not open.
func (s *sources) open() error {
	if s.root != nil {
		return nil
	}
	if s.dir == "" {
		return errors.New("its files are on another machine")
	}
	root, err := os.OpenRoot(s.dir)
	s.root = root
	return err
}

// read returns the whole text of a regular file of the project. Its errors wrap
// projectbase.ErrUnreadable.
func (s *sources) read(p projectbase.Path) ([]byte, error) {
	text, err := s.readRegular(p)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w: %w", p, projectbase.ErrUnreadable, err)
	}
	return text, nil
}

func (s *sources) readRegular(p projectbase.Path) ([]byte, error) {
	if err := s.open(); err != nil {
		return nil, err
	}
	if !p.Valid() {
		return nil, projectbase.ErrNotAllowed
	}
	// Without O_NONBLOCK a FIFO that took the file's place would block.
	f, err := s.root.OpenFile(string(p), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil, errors.New("not a regular file of a reasonable size")
	}
	buf := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	if _, err := buf.ReadFrom(io.LimitReader(f, maxSource)); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// lineCursor walks over the lines of a text, forward only.
type lineCursor struct {
	rest  []byte
	line  uint32 // number of the line that rest starts with, from 1
	shown string // what shownAt returned for that line
	known bool   // shown is set
}

// shownAt returns a line as it is shown with a match; the numbers are as those
// of at. However many matches a line has, it is looked at once.
func (c *lineCursor) shownAt(line uint32) string {
	if !c.known || c.line != line {
		c.shown = Shown(string(c.at(line)), maxText)
		c.known = true
	}
	return c.shown
}

// at returns the line with the given number, which must not be smaller than
// that of the call before. It returns nil past the end.
func (c *lineCursor) at(line uint32) []byte {
	for c.line < line && len(c.rest) > 0 {
		i := bytes.IndexByte(c.rest, '\n')
		if i < 0 {
			i = len(c.rest) - 1
		}
		c.rest = c.rest[i+1:]
		c.line++
	}
	if c.line != line {
		return nil
	}
	text, _, _ := bytes.Cut(c.rest, []byte{'\n'})
	return text
}

// Shown returns text as it may be shown: trimmed, at most max characters (0: no
// limit), white space folded to blanks, control and bidirectional characters
// removed, invalid UTF-8 replaced. With a limit, the work does not grow with the
// length of text, but for the blanks at its ends.
func Shown(text string, max int) string {
	text = strings.TrimSpace(text)
	if (max == 0 || len(text) <= max) && plain(text) {
		return text
	}
	// A text of removed characters would be read to its end.
	most := len(text)
	if max > 0 {
		most = min(most, max*maxShownBytes)
	}
	var b strings.Builder
	n := 0
	for i, r := range text {
		if i >= most {
			return strings.TrimSpace(b.String()) + "…"
		}
		if r == '\t' {
			r = ' '
		}
		if hidden(r) {
			continue
		}
		if max > 0 && n == max {
			cut := b.String()
			_, last := utf8.DecodeLastRuneInString(cut)
			return cut[:len(cut)-last] + "…"
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimSpace(b.String())
}

// ShownBlock is Shown for text of several lines: newlines and tabs stay.
func ShownBlock(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && hidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// plain reports whether s is printable ASCII.
func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// hidden reports whether r is a control character, one that changes the
// direction of text, or a line break in disguise: what makes a terminal or an
// assistant see something else than is there.
func hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u061c', r == '\ufeff', r >= '\u200e' && r <= '\u200f',
		r >= '\u2028' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}
