package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// rows is what a query returns, a row at a time. The first error sticks: of
// the driver, or of a value that has another type than its column.
type rows struct {
	c    *conn
	s    *stmt
	r    driver.Rows
	err  error
	vals []driver.Value
}

// next reads a row. It is false, and the rows are closed, at the end and after
// an error; done tells which.
func (r *rows) next() bool {
	if r.err != nil {
		r.close()
		return false
	}
	if err := r.r.Next(r.vals); err != nil {
		if !errors.Is(err, io.EOF) {
			r.err = translate(r.c.dir, r.s.text, err)
		}
		r.close()
		return false
	}
	return true
}

func (r *rows) close() {
	if !r.s.busy {
		return
	}
	r.s.busy = false
	if err := r.r.Close(); err != nil && r.err == nil {
		r.err = translate(r.c.dir, r.s.text, err)
	}
}

// done closes the rows and returns the first error.
func (r *rows) done() error {
	r.close()
	return r.err
}

func (r *rows) int(i int) int64 {
	v, ok := r.vals[i].(int64)
	if !ok && r.vals[i] != nil {
		r.wrongType(i)
	}
	return v
}

// count returns a number that must fit in 32 bits without a sign.
func (r *rows) count(i int) uint32 {
	v := r.int(i)
	if v < 0 || v > 1<<32-1 {
		r.wrongType(i)
		return 0
	}
	return uint32(v)
}

func (r *rows) text(i int) string {
	v, ok := r.vals[i].(string)
	if !ok && r.vals[i] != nil {
		r.wrongType(i)
	}
	return v
}

// blob returns bytes that the caller may keep.
func (r *rows) blob(i int) []byte {
	v, ok := r.vals[i].([]byte)
	if !ok && r.vals[i] != nil {
		r.wrongType(i)
	}
	return v
}

func (r *rows) wrongType(i int) {
	r.fail(fmt.Errorf("%s: column %d holds %T", r.s.text, i, r.vals[i]))
}

// fail makes err the error of the rows, as a corruption of the index, unless
// there is an earlier one.
func (r *rows) fail(err error) {
	if r.err == nil {
		r.err = damaged(r.c.dir, err)
	}
}

func (r *rows) isNull(i int) bool { return r.vals[i] == nil }
