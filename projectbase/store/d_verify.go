package store

import (
	"crypto/sha256"
	"embed"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"codegraph/migrations"
	"codegraph/projectbase"

	"modernc.org/sqlite"
)

const (
	magic         = "SQLite format 3\x00"
	applicationID = 0x43475042 // "CGPB"
)

// schemaText is what a base of the present version says of its tables, a line
// each; a test compares it with what the migrations make.
//
//go:embed schema.txt
var schemaText string

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

// oldSchemas are what bases of the versions before the present one say of their
// tables, as schemaText is.
//
//go:embed schema.*.txt
var oldSchemas embed.FS

// compareOld checks that the schema of an older base is exactly that of its
// version: only then is it safe to run statements on it.
func (c *conn) compareOld() error {
	version, err := c.number("PRAGMA user_version")
	if err != nil {
		return err
	}
	want, err := oldSchemas.ReadFile(fmt.Sprintf("schema.%d.txt", version))
	if err != nil {
		return fmt.Errorf("its schema has the number %d: %w", version, projectbase.ErrOutdated)
	}
	got, err := c.describeSchema()
	if err != nil {
		return err
	}
	if got != string(want) {
		return damaged(c.dir, errors.New("its tables are not those of a base"))
	}
	return nil
}
