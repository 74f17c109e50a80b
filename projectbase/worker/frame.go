package worker

import (
	"encoding/binary"
	"fmt"
	"io"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// A frame is a length of four bytes, low byte first, and a payload of this
// length. The parent sends jobs. The child sends a hello, and then one answer
// for each job, in order.

// hello is the payload of a child's first frame. It changes with the format.
const hello = "codegraph parser 1"

// maxJob is the longest payload that a child accepts.
const maxJob = 1 << 30

// maxAnswer is the longest answer to a file of size bytes. Facts are about as
// long as the file. Text in nested symbols counts several times.
func maxAnswer(size int) int { return 1<<20 + 16*size }

// beginFrame starts a frame in buf. endFrame completes it; rest is the length
// of the payload after the bytes in buf.
func beginFrame(buf []byte) []byte { return append(buf[:0], 0, 0, 0, 0) }

func endFrame(buf []byte, rest int) []byte {
	binary.LittleEndian.PutUint32(buf, uint32(len(buf)-4+rest))
	return buf
}

// readLength reads the length of the next frame. At the end of the stream,
// the error is io.EOF. For a length over limit, it wraps
// projectbase.ErrMalformed.
func readLength(r io.Reader, limit int) (int, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if uint64(n) > uint64(limit) {
		return 0, fmt.Errorf("frame of %d bytes: %w", n, projectbase.ErrMalformed)
	}
	return int(n), nil
}

// readFrame reads a frame into buf, or into a new slice if buf is too short.
func readFrame(r io.Reader, buf []byte, limit int) ([]byte, error) {
	n, err := readLength(r, limit)
	if err != nil {
		return nil, err
	}
	if cap(buf) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	if _, err := io.ReadFull(r, buf); err != nil {
		return nil, fmt.Errorf("frame cut short: %w", io.ErrUnexpectedEOF)
	}
	return buf, nil
}

// request is a job as the child receives it.
type request struct {
	seq uint64
	File
}

// appendRequest packs a job except its source, which follows in the frame.
func appendRequest(b []byte, seq uint64, f File) []byte {
	b = binary.AppendUvarint(b, seq)
	var flags byte
	if f.NoStrings {
		flags |= 1
	}
	b = append(b, flags)
	b = pack.AppendText(b, f.Language)
	return pack.AppendText(b, string(f.Path))
}

// parseRequest unpacks a job. Its source is a part of b.
func parseRequest(b []byte) (request, error) {
	var q request
	r := pack.Read(b)
	q.seq = r.Uint64()
	q.NoStrings = r.Byte() == 1
	q.Language = string(r.Bytes())
	q.Path = projectbase.Path(r.Bytes())
	if r.Bad() {
		return q, fmt.Errorf("job: %w", projectbase.ErrMalformed)
	}
	q.Source = r.Rest()
	return q, nil
}

// status is the first byte of an answer.
type status byte

const (
	statusFacts status = iota // packed facts follow
	statusLimit               // the facts are longer than maxAnswer
	statusError               // extraction failed; text follows
	statuses
)
