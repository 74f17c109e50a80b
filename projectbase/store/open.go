package store

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"codegraph/migrations"
	"codegraph/projectbase"

	"modernc.org/sqlite"
)

const (
	magic         = "SQLite format 3\x00"
	applicationID = 0x43475042 // "CGPB"
	maxIdle       = 4          // connections of one Base that are kept open
)

// schemaText is what a base of the present version says of its tables, a line
// each; a test compares it with what the migrations make.
//
//go:embed schema.txt
var schemaText string

// Base is an open base, for reading. It is safe for concurrent use. A base that
// is written, or replaced by Publish, in the meantime shows its new state to the
// next View.
type Base struct {
	dir      string
	unlocked bool // as if SQLite could not write beside the file; tests set it

	mu     sync.Mutex
	idle   []*conn
	closed bool
	files  *fileList
	terms  *dictionary

	listing sync.Mutex  // held while the list of files is read to be kept
	reading sync.Mutex  // held while the dictionary is read to be kept
	large   atomic.Bool // it was too large for that
}

// Open opens the base in dir for reading. Errors wrap projectbase.ErrNotIndexed
// if there is none, ErrForeign for another program's file, ErrTooNew,
// ErrOutdated, or ErrCorrupt for what is not readable as a base: also one whose
// tables are not exactly ours, as a cloned repository may bring along.
func Open(ctx context.Context, dir string) (*Base, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := identify(dir); err != nil {
		return nil, err
	}
	b := &Base{dir: dir}
	c, err := b.connect()
	if err != nil {
		return nil, err
	}
	b.give(c, true)
	return b, nil
}

// Close closes the connections. No View may be running.
func (b *Base) Close() error {
	b.mu.Lock()
	idle := b.idle
	b.idle, b.closed, b.files, b.terms = nil, true, nil, nil
	b.mu.Unlock()
	var first error
	for _, c := range idle {
		if err := c.close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Dir returns the directory of the base.
func (b *Base) Dir() string { return b.dir }

// identify tells without SQLite whether dir holds a base of ours: SQLite itself
// may write beside a file that it opens, and a foreign one must not be touched.
func identify(dir string) error {
	path := filepath.Join(dir, fileName)
	if _, err := os.Lstat(path); err != nil {
		return missing(dir, err)
	}
	if err := plainFiles(path); err != nil {
		return err
	}
	if !sqlite.OFDLockingEnabled() {
		// Reading the file ourselves would drop the locks of open connections.
		return nil
	}
	f, err := openPlain(path, os.O_RDONLY)
	if err != nil {
		return missing(dir, err)
	}
	defer f.Close()
	var head [100]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return damaged(dir, errors.New("index.db is no database"))
	}
	if string(head[:len(magic)]) != magic {
		return damaged(dir, errors.New("index.db is no database"))
	}
	if binary.BigEndian.Uint32(head[68:]) != applicationID {
		return foreign(dir)
	}
	if binary.BigEndian.Uint32(head[44:]) > newestFormat {
		// SQLite's error for it is the one for statements that are wrong.
		return damaged(dir, errors.New("index.db is of a format that no SQLite has"))
	}
	return nil
}

// newestFormat is the highest number of a schema's format that SQLite knows.
const newestFormat = 4

func foreign(dir string) error {
	return &projectbase.HintError{
		Err:  fmt.Errorf("%s was %w", filepath.Join(dir, fileName), projectbase.ErrForeign),
		Hint: "choose another directory for the base: set CODEGRAPH_DIR or CODEGRAPH_BASES",
	}
}

func missing(dir string, err error) error {
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w: %s has no %s", projectbase.ErrNotIndexed, dir, fileName)
	}
	return fmt.Errorf("open the base in %s: %w: %w", dir, projectbase.ErrUnreadable, err)
}

// readParams are the settings of a connection that reads: SQL functions in the
// schema of a stranger's base are not run, cells that reach out of their page
// are an error.
var readParams = []string{"_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=busy_timeout(5000)",
	"_pragma=query_only(1)", "_pragma=cache_size(-8192)", "_pragma=temp_store(2)"}

// connect opens a connection for reading and verifies what it leads to.
func (b *Base) connect() (*conn, error) {
	c, err := b.connectLocking()
	if errors.Is(err, projectbase.ErrUnreadable) || errors.Is(err, projectbase.ErrReadOnly) {
		return b.connectFrozen(err)
	}
	return c, err
}

func (b *Base) connectLocking() (*conn, error) {
	if b.unlocked {
		return nil, fmt.Errorf("lock the base in %s: %w", b.dir, projectbase.ErrReadOnly)
	}
	c, err := connect(b.dir, filepath.Join(b.dir, fileName), append([]string{"mode=ro"}, readParams...)...)
	if err != nil {
		return nil, err
	}
	if err := c.verify(); err != nil {
		_ = c.close() // it only read
		return nil, err
	}
	return c, nil
}

// verify checks that the connection leads to a base of the present version
// whose schema is exactly ours. It costs a statement when that was checked and
// the schema did not change since.
func (c *conn) verify() error {
	err := c.compare()
	if refused(err) {
		// The statements here need nothing but a schema that can be read.
		return damaged(c.dir, err)
	}
	return err
}

func (c *conn) compare() error {
	now, err := c.number("PRAGMA schema_version")
	if err != nil {
		return err
	}
	if c.schema == now {
		return nil
	}
	app, err := c.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	if app != applicationID {
		return foreign(c.dir)
	}
	version, err := c.number("PRAGMA user_version")
	if err != nil {
		return err
	}
	if version > migrations.ProjectBaseVersion {
		return &projectbase.HintError{
			Err:  fmt.Errorf("the base in %s was %w", c.dir, projectbase.ErrTooNew),
			Hint: "use the newer codegraph, or rebuild with this one after removing index.db",
		}
	}
	if version < migrations.ProjectBaseVersion {
		return &projectbase.HintError{
			Err:  fmt.Errorf("the base in %s was %w", c.dir, projectbase.ErrOutdated),
			Hint: "run: codegraph init",
		}
	}
	got, err := c.describeSchema()
	if err != nil {
		return err
	}
	if got != schemaText {
		return damaged(c.dir, errors.New("its tables are not those of a base"))
	}
	c.schema = now
	return nil
}

// describeSchema returns a line for each thing in the schema but SQLite's own
// statistics. Definitions are shown by their hash.
func (c *conn) describeSchema() (string, error) {
	r, err := c.query("schema")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for r.next() {
		sum := sha256.Sum256([]byte(r.text(3)))
		fmt.Fprintf(&out, "%s %s %s %s\n", r.text(0), r.text(1), r.text(2), hex.EncodeToString(sum[:12]))
	}
	return out.String(), r.done()
}
