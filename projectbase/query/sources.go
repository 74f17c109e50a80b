package query

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"codegraph/projectbase"
)

// maxSource is how much of a file is read for its lines. A file that grew past
// it since it was indexed has no text.
const maxSource = 64 << 20

// sources reads files of one project as they are now. Whatever a base names,
// nothing outside the root is opened: a base may come from a stranger.
type Sources struct {
	Dir  string
	root *os.Root
}

func (s *Sources) Close() {
	if s.root != nil {
		s.root.Close()
	}
}

// open opens the root if it is not open.
func (s *Sources) open() error {
	if s.root != nil {
		return nil
	}
	if s.Dir == "" {
		return errors.New("its files are on another machine")
	}
	root, err := os.OpenRoot(s.Dir)
	s.root = root
	return err
}

// read returns the whole text of a regular file of the project. Its errors wrap
// projectbase.ErrUnreadable.
func (s *Sources) Read(p projectbase.Path) ([]byte, error) {
	text, err := s.readRegular(p)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w: %w", p, projectbase.ErrUnreadable, err)
	}
	return text, nil
}

func (s *Sources) readRegular(p projectbase.Path) ([]byte, error) {
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
