package worker

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// mark is the environment variable that makes a process a child. Its value is
// the limit of the child's data segment in bytes and the deadline of a file.
const mark = "CODEGRAPH_PARSER"

// dictionaryLimit is the length of spellings, in bytes, at which a child
// starts a new dictionary. 50 MB of Go source have about 3 MB of spellings.
const dictionaryLimit = 16 << 20

// gcPercent is the default of GOGC in a child. After each file everything
// except the dictionary is garbage, so frequent collections cost little, and
// there is a child on each core.
const gcPercent = 50

// IsChild reports whether a Pool started this process. Then the process must
// call Main first.
func IsChild() bool { return os.Getenv(mark) != "" }

// Main runs a child: it answers the files on standard input until the input
// ends, also because the parent died. It returns the exit status; the process
// must exit at once.
func Main(engine NewEngine) int {
	// An interrupt from the terminal reaches all processes of the program. The
	// parent handles it.
	signal.Ignore(os.Interrupt)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	data, deadline, err := parseMark(os.Getenv(mark))
	if err == nil {
		err = confine(data)
	}
	var out *os.File
	if err == nil {
		out, err = claimOutput()
	}
	if err == nil {
		err = serve(engine(deadline/5*4), os.Stdin, out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func formatMark(data int64, deadline time.Duration) string {
	return fmt.Sprintf("%s=%d,%d", mark, data, deadline)
}

func parseMark(value string) (data int64, deadline time.Duration, err error) {
	a, b, _ := strings.Cut(value, ",")
	data, err = strconv.ParseInt(a, 10, 64)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", mark, err)
	}
	ns, err := strconv.ParseInt(b, 10, 64)
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w", mark, err)
	}
	return data, time.Duration(ns), nil
}

// serve answers the jobs from in on out. It returns when in ends, even if a
// file is being parsed; the exit of the process ends that.
func serve(engine Engine, in io.Reader, out io.Writer) error {
	frames := make(chan []byte)
	free := make(chan []byte, 2)
	free <- nil
	free <- nil
	failed := make(chan error, 1)
	go func() { failed <- answerAll(engine, frames, free, out) }()
	for {
		var buf []byte
		select {
		case buf = <-free:
		case err := <-failed:
			return err
		}
		frame, err := readFrame(in, buf, maxJob)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read job: %w", err)
		}
		select {
		case frames <- frame:
		case err := <-failed:
			return err
		}
	}
}

// answerAll answers each frame and returns its buffer for reuse.
func answerAll(engine Engine, frames <-chan []byte, free chan<- []byte, out io.Writer) error {
	buf := append(beginFrame(nil), hello...)
	if _, err := out.Write(endFrame(buf, 0)); err != nil {
		return fmt.Errorf("greet: %w", err)
	}
	var e encoder
	for frame := range frames {
		q, err := parseRequest(frame)
		if err != nil {
			return err
		}
		buf = appendAnswer(beginFrame(buf), &e, engine, q)
		if _, err := out.Write(endFrame(buf, 0)); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
		if e.terms != nil && e.terms.Bytes() > dictionaryLimit {
			engine.Reset()
		}
		if cap(buf) > 1<<20 {
			buf = nil
		}
		if cap(frame) > 1<<20 {
			frame = nil
		}
		free <- frame
	}
	return nil
}

func appendAnswer(buf []byte, e *encoder, engine Engine, q request) []byte {
	buf = binary.AppendUvarint(buf, q.seq)
	start := len(buf)
	f, err := engine.File(q.File)
	if err != nil {
		return append(append(buf, byte(statusError)), err.Error()...)
	}
	buf = e.append(append(buf, byte(statusFacts)), f)
	if len(buf) <= maxAnswer(len(q.Source)) {
		return buf
	}
	// The parent does not know the spellings of this answer, so start a new
	// dictionary.
	e.terms = nil
	return append(buf[:start], byte(statusLimit))
}
