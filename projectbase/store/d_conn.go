package store

import (
	"context"
	"database/sql/driver"
	"embed"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

//go:embed sql/*.sql
var statements embed.FS

// sqliteDriver is used without database/sql: a connection keeps its prepared
// statements, and values are not converted on their way, which halves the cost
// of short statements and of bulk inserts.
var sqliteDriver sqlite.Driver

func init() {
	// Without it, closing any other descriptor of a base in this process would
	// drop SQLite's locks. Where the system has no such locks nothing in this
	// package opens a base's file by itself while a connection is open.
	_, _ = sqlite.OFDLocking(true)
}

// conn is one connection with its prepared statements. It is not safe for
// concurrent use.
type conn struct {
	dir    string // of the base, for errors
	raw    driver.Conn
	stmts  map[string]*stmt
	schema int64 // the schema_version that was verified; -1 if none was
	frozen *look // of a connection that reads without locks: the files when it was opened
}

// stmt is a prepared statement with room for its values.
type stmt struct {
	text string
	st   driver.Stmt
	args []driver.NamedValue
	vals []driver.Value
	busy bool // rows of it are open
}

// dsn returns the name under which SQLite opens the file at path.
func dsn(path string, params ...string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path) + "?" + strings.Join(params, "&")
}

// connect opens a connection. params are those of the driver's data source
// names. Links are not followed: the error wraps projectbase.ErrForeign.
func connect(dir, file string, params ...string) (*conn, error) {
	if err := plainFiles(file); err != nil {
		return nil, err
	}
	raw, err := sqliteDriver.Open(dsn(file, params...))
	if err != nil {
		return nil, translate(dir, "open "+file, err)
	}
	return &conn{dir: dir, raw: raw, stmts: map[string]*stmt{}, schema: -1}, nil
}

func (c *conn) close() error {
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
		return translate(c.dir, "close the base", first)
	}
	return nil
}

// text returns the statement in sql/name.sql without its comments.
func text(name string) string {
	b, err := statements.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(fmt.Sprintf("store: no statement %q", name)) // a spelling mistake in this package
	}
	return string(b)
}

// named returns the prepared statement of sql/name.sql.
func (c *conn) named(name string) (*stmt, error) {
	if s, ok := c.stmts[name]; ok && !s.busy {
		return s, nil
	}
	return c.prepare(name, text(name))
}

// prepare returns the statement text, kept under name.
func (c *conn) prepare(name, text string) (*stmt, error) {
	if s, ok := c.stmts[name]; ok {
		if !s.busy {
			return s, nil
		}
		name += "+" // asked while its rows are read
		return c.prepare(name, text)
	}
	st, err := c.raw.Prepare(text)
	if err != nil {
		return nil, translate(c.dir, "prepare "+name, err)
	}
	s := &stmt{text: name, st: st}
	c.stmts[name] = s
	return s, nil
}

// set takes over args as the statement's parameters.
func (s *stmt) set(args []any) {
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

// exec runs the statement of sql/name.sql. Arguments are int, int64, bool,
// string, []byte or nil.
func (c *conn) exec(name string, args ...any) error {
	s, err := c.named(name)
	if err != nil {
		return err
	}
	return c.run(s, args...)
}

func (c *conn) run(s *stmt, args ...any) error {
	s.set(args)
	if _, err := s.st.(driver.StmtExecContext).ExecContext(context.Background(), s.args); err != nil {
		return translate(c.dir, s.text, err)
	}
	return nil
}

// script runs statements that are used once.
func (c *conn) script(sql string) error {
	_, err := c.raw.(driver.ExecerContext).ExecContext(context.Background(), sql, nil)
	if err != nil {
		op, _, _ := strings.Cut(sql, "\n")
		return translate(c.dir, op, err)
	}
	return nil
}

// query asks the statement of sql/name.sql. The caller calls next until it is
// false, or close.
func (c *conn) query(name string, args ...any) (*rows, error) {
	s, err := c.named(name)
	if err != nil {
		return nil, err
	}
	return c.ask(s, args...)
}

func (c *conn) ask(s *stmt, args ...any) (*rows, error) {
	s.set(args)
	r, err := s.st.(driver.StmtQueryContext).QueryContext(context.Background(), s.args)
	if err != nil {
		return nil, translate(c.dir, s.text, err)
	}
	if s.vals == nil {
		s.vals = make([]driver.Value, len(r.Columns()))
	}
	s.busy = true
	return &rows{c: c, s: s, r: r, vals: s.vals}, nil
}

// number asks for one number.
func (c *conn) number(sql string) (int64, error) {
	s, err := c.prepare(sql, sql)
	if err != nil {
		return 0, err
	}
	r, err := c.ask(s)
	if err != nil {
		return 0, err
	}
	var v int64
	for r.next() {
		v = r.int(0)
	}
	return v, r.done()
}
