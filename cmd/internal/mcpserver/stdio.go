package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxLine is the longest message on standard input, in bytes.
const maxLine = 32 << 20

// conn is one client over standard input and output. One goroutine reads
// messages, one writes them, and each request has its own.
type conn struct {
	server  *Server
	session *session
	out     io.Writer
	replies chan any
	work    sync.WaitGroup

	mu       sync.Mutex
	inFlight map[string]*request // by id as JSON
}

type request struct {
	cancel    context.CancelFunc
	cancelled bool // by the client, which expects no reply
}

func newConn(s *Server, out io.Writer) *conn {
	c := &conn{server: s, out: out, replies: make(chan any), inFlight: map[string]*request{}}
	c.session = newSession(fmt.Sprintf("stdio-%d", s.conns.Add(1)), func(m any) { c.replies <- m })
	return c
}

func (c *conn) serve(ctx context.Context, in io.Reader) error {
	if err := c.server.mcp.RegisterSession(ctx, c.session); err != nil {
		return fmt.Errorf("serve a client: %w", err)
	}
	defer c.server.mcp.UnregisterSession(context.WithoutCancel(ctx), c.session.id)
	ctx, gone := context.WithCancelCause(ctx)
	defer gone(nil)
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(gone)
	}()
	err := c.read(ctx, in)
	c.session.noMoreAnswers()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		c.work.Wait()
		close(c.replies)
		<-written
	}()
	select {
	case <-finished:
	case <-afterwards(ctx, grace):
		// The client does not read its messages.
	}
	if cause := context.Cause(ctx); errors.Is(cause, ErrClientGone) {
		return cause
	}
	return err
}

// grace is the time that calls have to end after ctx is done.
const grace = 5 * time.Second

// afterwards returns a channel that is closed d after ctx is done.
func afterwards(ctx context.Context, d time.Duration) <-chan struct{} {
	over := make(chan struct{})
	context.AfterFunc(ctx, func() { time.AfterFunc(d, func() { close(over) }) })
	return over
}

// read dispatches the client's messages until they end or ctx does.
func (c *conn) read(ctx context.Context, in io.Reader) error {
	type result struct {
		line []byte
		err  error
	}
	lines := make(chan result)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 64<<10)
		for {
			line, err := readLine(r, maxLine)
			select {
			case lines <- result{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, errLongLine) {
				return
			}
		}
	}()
	ours := c.server.mcp.WithContext(ctx, c.session)
	for {
		select {
		case <-ctx.Done():
			return nil
		case l := <-lines:
			if line := bytes.TrimSpace(l.line); len(line) > 0 {
				c.dispatch(ours, line)
			}
			switch {
			case errors.Is(l.err, errLongLine):
				c.reply(ctx, errorReply(nil, mcp.INVALID_REQUEST, fmt.Sprintf("a message is longer than %d bytes", maxLine)))
			case errors.Is(l.err, io.EOF):
				return nil
			case l.err != nil:
				return fmt.Errorf("read from the client: %w", l.err)
			}
		}
	}
}

var errLongLine = errors.New("the line is too long")

// readLine returns the next line of at most that many bytes, or errLongLine for a
// longer one. A last line without a newline comes with io.EOF.
func readLine(r *bufio.Reader, most int) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > most; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil && long:
			return nil, errLongLine
		default:
			return line, err
		}
	}
}

// dispatch handles one message. Requests run in parallel; notifications and the
// request that opens the session run in order.
func (c *conn) dispatch(ctx context.Context, message []byte) {
	var head struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			RequestID json.RawMessage `json:"requestId"`
		} `json:"params"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	// mcp-go refuses messages that do not parse.
	_ = json.Unmarshal(message, &head)
	switch {
	case head.Method == string(mcp.MethodNotificationCancelled):
		c.cancel(string(head.Params.RequestID))
	case head.Method == "" && head.ID != nil && head.Result == nil && head.Error == nil:
		c.reply(ctx, errorReply(head.ID, mcp.INVALID_REQUEST, "the message has no method, result or error"))
	case head.Method == "" && head.ID != nil:
		c.session.deliver(head.ID, message)
	case head.Method == string(mcp.MethodInitialize) || head.ID == nil:
		if reply := c.handle(ctx, head.ID, message); reply != nil {
			c.reply(ctx, reply)
		}
	default:
		c.start(ctx, head.ID, message)
	}
}

// reply sends a message unless ctx is done.
func (c *conn) reply(ctx context.Context, message any) {
	select {
	case c.replies <- message:
	case <-ctx.Done():
	}
}

// start serves a request in its own goroutine.
func (c *conn) start(ctx context.Context, id json.RawMessage, message []byte) {
	ctx, cancel := context.WithCancel(ctx)
	r := &request{cancel: cancel}
	c.mu.Lock()
	c.inFlight[string(id)] = r
	c.mu.Unlock()
	c.work.Go(func() {
		defer cancel()
		reply := c.handle(ctx, id, message)
		c.mu.Lock()
		if c.inFlight[string(id)] == r {
			delete(c.inFlight, string(id))
		}
		cancelled := r.cancelled
		c.mu.Unlock()
		if reply != nil && !cancelled {
			c.replies <- reply
		}
	})
}

func (c *conn) cancel(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.inFlight[id]; r != nil {
		r.cancelled = true
		r.cancel()
	}
}

func (c *conn) handle(ctx context.Context, id json.RawMessage, message []byte) (reply any) {
	defer func() {
		if r := recover(); r != nil {
			c.server.opts.Logger.Error("request panicked", "panic", r, "stack", string(debug.Stack()))
			reply = errorReply(id, mcp.INTERNAL_ERROR, "internal error")
		}
	}()
	// A nil message must not become a non-nil interface.
	if m := c.server.mcp.HandleMessage(ctx, message); m != nil {
		return m
	}
	return nil
}

// write writes messages until the channel of replies is closed. Notifications
// that were sent before a reply precede it. After a failed write it calls gone
// and drops the rest.
func (c *conn) write(gone context.CancelCauseFunc) {
	failed := false
	put := func(message any) {
		if failed {
			return
		}
		if err := writeLine(c.out, message); err != nil {
			failed = true
			gone(fmt.Errorf("%w: %w", ErrClientGone, err))
		}
	}
	for {
		select {
		case n := <-c.session.notes:
			put(n)
		case reply, more := <-c.replies:
			for drained := false; !drained; {
				select {
				case n := <-c.session.notes:
					put(n)
				default:
					drained = true
				}
			}
			if !more {
				return
			}
			put(reply)
		}
	}
}

func writeLine(w io.Writer, message any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(message); err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}
