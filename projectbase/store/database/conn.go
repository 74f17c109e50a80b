package database

import (
	"context"
	"database/sql/driver"
	"embed"
	"fmt"
	"strings"

	"codegraph/projectbase/store/lock"

	"modernc.org/sqlite"
)

//go:embed sql/*.sql
var statements embed.FS

// sqliteDriver is used without database/sql. A connection keeps its prepared
// statements, and values need no conversion. That halves the cost of short
// statements and of bulk inserts.
var sqliteDriver sqlite.Driver

func init() {
	// With POSIX locks, closing any other descriptor of an index file in this
	// process would drop SQLite's locks. Where open file description locks do
	// not exist, this package opens no index file itself while a connection is
	// open.
	_, _ = sqlite.OFDLocking(true)
}

// Conn is one connection with its prepared statements. It is not safe for
// concurrent use.
type Conn struct {
	Dir      string // of the index, for errors
	raw      driver.Conn
	stmts    map[string]*Stmt
	schema   int64       // the last verified schema_version; -1 for none
	Unlocked *FileStamps // set if the connection reads without locks: the files when it was opened
}

// Stmt is a prepared statement with buffers for its values.
type Stmt struct {
	text string
	st   driver.Stmt
	args []driver.NamedValue
	vals []driver.Value
	busy bool // it has open rows
}

// Dsn returns the data source name of the file at path.
func Dsn(path string, params ...string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path) + "?" + strings.Join(params, "&")
}

// Connect opens a connection. params go into the data source name. Connect does
// not follow links: the error wraps projectbase.ErrForeign.
func Connect(dir, file string, params ...string) (*Conn, error) {
	if err := lock.PlainFiles(file); err != nil {
		return nil, err
	}
	raw, err := sqliteDriver.Open(Dsn(file, params...))
	if err != nil {
		return nil, Translate(dir, "open "+file, err)
	}
	return &Conn{Dir: dir, raw: raw, stmts: map[string]*Stmt{}, schema: -1}, nil
}

func (c *Conn) Close() error {
	var first error
	for _, s := range c.stmts {
		if err := s.st.Close(); err != nil && first == nil {
			first = err
		}
	}
	c.stmts = nil
	if err := c.raw.Close(); err != nil && first == nil {
		first = err
	}
	if first != nil {
		return Translate(c.Dir, "close the index", first)
	}
	return nil
}

// text returns the statement in sql/name.sql.
func text(name string) string {
	b, err := statements.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(fmt.Sprintf("store: no statement %q", name)) // a spelling mistake in a caller
	}
	return string(b)
}

// named returns the prepared statement of sql/name.sql.
func (c *Conn) named(name string) (*Stmt, error) {
	if s, ok := c.stmts[name]; ok && !s.busy {
		return s, nil
	}
	return c.Prepare(name, text(name))
}

// Prepare returns the prepared statement of text. It is kept under name.
func (c *Conn) Prepare(name, text string) (*Stmt, error) {
	if s, ok := c.stmts[name]; ok {
		if !s.busy {
			return s, nil
		}
		name += "+" // used again while its rows are open
		return c.Prepare(name, text)
	}
	st, err := c.raw.Prepare(text)
	if err != nil {
		return nil, Translate(c.Dir, "prepare "+name, err)
	}
	s := &Stmt{text: name, st: st}
	c.stmts[name] = s
	return s, nil
}

// set stores args as the statement's parameters.
func (s *Stmt) set(args []any) {
	if len(s.args) != len(args) {
		s.args = make([]driver.NamedValue, len(args))
		for i := range s.args {
			s.args[i].Ordinal = i + 1
		}
	}
	for i, a := range args {
		switch v := a.(type) {
		case int:
			s.args[i].Value = int64(v)
		case bool:
			s.args[i].Value = int64(0)
			if v {
				s.args[i].Value = int64(1)
			}
		default:
			s.args[i].Value = a
		}
	}
}

// Exec runs the statement in sql/name.sql. Arguments are int, int64, bool,
// string, []byte or nil.
func (c *Conn) Exec(name string, args ...any) error {
	s, err := c.named(name)
	if err != nil {
		return err
	}
	return c.run(s, args...)
}

func (c *Conn) run(s *Stmt, args ...any) error {
	s.set(args)
	if _, err := s.st.(driver.StmtExecContext).ExecContext(context.Background(), s.args); err != nil {
		return Translate(c.Dir, s.text, err)
	}
	return nil
}

// Script runs statements that are not worth preparing.
func (c *Conn) Script(sql string) error {
	_, err := c.raw.(driver.ExecerContext).ExecContext(context.Background(), sql, nil)
	if err != nil {
		op, _, _ := strings.Cut(sql, "\n")
		return Translate(c.Dir, op, err)
	}
	return nil
}

// Query runs the query in sql/name.sql. The caller calls Next until it returns
// false, or Close.
func (c *Conn) Query(name string, args ...any) (*Rows, error) {
	s, err := c.named(name)
	if err != nil {
		return nil, err
	}
	return c.QueryStmt(s, args...)
}

func (c *Conn) QueryStmt(s *Stmt, args ...any) (*Rows, error) {
	s.set(args)
	r, err := s.st.(driver.StmtQueryContext).QueryContext(context.Background(), s.args)
	if err != nil {
		return nil, Translate(c.Dir, s.text, err)
	}
	if s.vals == nil {
		s.vals = make([]driver.Value, len(r.Columns()))
	}
	s.busy = true
	return &Rows{c: c, s: s, r: r, vals: s.vals}, nil
}

// Number returns the result of a query for one number.
func (c *Conn) Number(sql string) (int64, error) {
	s, err := c.Prepare(sql, sql)
	if err != nil {
		return 0, err
	}
	r, err := c.QueryStmt(s)
	if err != nil {
		return 0, err
	}
	var v int64
	for r.Next() {
		v = r.Int64(0)
	}
	return v, r.Done()
}
