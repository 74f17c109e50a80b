package database

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"codegraph/projectbase/store"
)

// Rows iterates over the result of a query. It keeps the first error: of the
// driver, or of a value with a wrong type.
type Rows struct {
	c    *Conn
	s    *Stmt
	r    driver.Rows
	err  error
	vals []driver.Value
}

// Next reads a row. At the end and after an error it closes the rows and
// returns false; Done returns the error.
func (r *Rows) Next() bool {
	if r.err != nil {
		r.Close()
		return false
	}
	if err := r.r.Next(r.vals); err != nil {
		if !errors.Is(err, io.EOF) {
			r.err = Translate(r.c.Dir, r.s.text, err)
		}
		r.Close()
		return false
	}
	return true
}

func (r *Rows) Close() {
	if !r.s.busy {
		return
	}
	r.s.busy = false
	if err := r.r.Close(); err != nil && r.err == nil {
		r.err = Translate(r.c.Dir, r.s.text, err)
	}
}

// Done closes the rows and returns the first error.
func (r *Rows) Done() error {
	r.Close()
	return r.err
}

func (r *Rows) Int64(i int) int64 {
	v, ok := r.vals[i].(int64)
	if !ok && r.vals[i] != nil {
		r.wrongType(i)
	}
	return v
}

// Uint32 returns a number that must fit in 32 bits.
func (r *Rows) Uint32(i int) uint32 {
	v := r.Int64(i)
	if v < 0 || v > 1<<32-1 {
		r.wrongType(i)
		return 0
	}
	return uint32(v)
}

func (r *Rows) Text(i int) string {
	v, ok := r.vals[i].(string)
	if !ok && r.vals[i] != nil {
		r.wrongType(i)
	}
	return v
}

// Blob returns bytes that the caller may keep.
func (r *Rows) Blob(i int) []byte {
	v, ok := r.vals[i].([]byte)
	if !ok && r.vals[i] != nil {
		r.wrongType(i)
	}
	return v
}

func (r *Rows) wrongType(i int) {
	r.Fail(fmt.Errorf("%s: column %d holds %T", r.s.text, i, r.vals[i]))
}

// Fail records err as a corruption of the index, unless there is an earlier
// error.
func (r *Rows) Fail(err error) {
	if r.err == nil {
		r.err = store.Corrupt(r.c.Dir, err)
	}
}

func (r *Rows) IsNull(i int) bool { return r.vals[i] == nil }
