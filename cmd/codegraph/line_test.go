package main

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// line is a way to Postgres that can be cut.
type line struct {
	address string // of the catalog by this way

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

// mustLine makes a way to the catalog at an address.
func mustLine(t *testing.T, store string) *line {
	t.Helper()
	u, err := url.Parse(store)
	if err != nil {
		t.Fatal(err)
	}
	to := u.Host
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u.Host = l.Addr().String()
	way := &line{address: u.String()}
	t.Cleanup(func() {
		l.Close()
		way.set(true)
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go way.carry(c, to)
		}
	}()
	return way
}

// carry carries one connection. While the line is cut, nothing comes through and
// nobody is told.
func (w *line) carry(c net.Conn, to string) {
	far, err := net.Dial("tcp", to)
	w.mu.Lock()
	w.conns = append(w.conns, c)
	silent := w.cut
	if err == nil {
		w.conns = append(w.conns, far)
	}
	w.mu.Unlock()
	if err != nil || silent {
		return
	}
	go w.copy(c, far)
	w.copy(far, c)
}

func (w *line) copy(to, from net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		w.mu.Lock()
		cut := w.cut
		w.mu.Unlock()
		if cut {
			return // drop the data
		}
		if err == nil {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			to.Close()
			from.Close()
			return
		}
	}
}

// set cuts or restores the line. Restoring it closes all open connections.
func (w *line) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	if cut {
		return
	}
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}
