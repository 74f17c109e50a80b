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

// maxSource bounds the size of a source file that is read for an answer.
const maxSource = 64 << 20

// Sources reads current source files of one project. It opens nothing outside
// of the root, since the paths of an untrusted index may lead anywhere.
type Sources struct {
	Dir  string
	root *os.Root
}

// Close closes the root.
func (s *Sources) Close() {
	if s.root != nil {
		s.root.Close()
	}
}

// open opens the root, once.
func (s *Sources) open() error {
	if s.root != nil {
		return nil
	}
	if s.Dir == "" {
		return errors.New("its source files are on another machine")
	}
	root, err := os.OpenRoot(s.Dir)
	s.root = root
	return err
}

// Read returns the text of a regular file. Its errors wrap
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
