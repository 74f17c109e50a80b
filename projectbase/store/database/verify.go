package database

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
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"

	"modernc.org/sqlite"
)

const (
	magic         = "SQLite format 3\x00"
	applicationID = 0x43475042 // "CGPB"
)

// schemaText is what an index of the present version says of its tables, a line
// each; a test compares it with what the migrations make.
//
//go:embed schema.txt
var schemaText string

// Identify tells without SQLite whether dir holds an index of ours: SQLite itself
// may write beside a file that it opens, and a foreign one must not be touched.
func Identify(dir string) error {
	path := filepath.Join(dir, store.FileName)
	if _, err := os.Lstat(path); err != nil {
		return store.NotIndexed(dir, err)
	}
	if err := lock.PlainFiles(path); err != nil {
		return err
	}
	if !sqlite.OFDLockingEnabled() {
		// Reading the file ourselves would drop the locks of open connections.
		return nil
	}
	f, err := lock.OpenPlain(path, os.O_RDONLY)
	if err != nil {
		return store.NotIndexed(dir, err)
	}
	defer f.Close()
	var head [100]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return store.Corrupt(dir, errors.New("index.db is no database"))
	}
	if string(head[:len(magic)]) != magic {
		return store.Corrupt(dir, errors.New("index.db is no database"))
	}
	if binary.BigEndian.Uint32(head[68:]) != applicationID {
		return store.Foreign(dir)
	}
	if binary.BigEndian.Uint32(head[44:]) > newestFormat {
		// SQLite's error for it is the one for statements that are wrong.
		return store.Corrupt(dir, errors.New("index.db is of a format that no SQLite has"))
	}
	return nil
}

// newestFormat is the highest number of a schema's format that SQLite knows.
const newestFormat = 4

// Verify checks that the connection leads to an index of the present version
// whose schema is exactly ours. It costs a statement when that was checked and
// the schema did not change since.
func (c *Conn) Verify() error {
	err := c.compare()
	if IsStatementError(err) {
		// The statements here need nothing but a schema that can be read.
		return store.Corrupt(c.Dir, err)
	}
	return err
}

func (c *Conn) compare() error {
	now, err := c.Number("PRAGMA schema_version")
	if err != nil {
		return err
	}
	if c.schema == now {
		return nil
	}
	app, err := c.Number("PRAGMA application_id")
	if err != nil {
		return err
	}
	if app != applicationID {
		return store.Foreign(c.Dir)
	}
	version, err := c.Number("PRAGMA user_version")
	if err != nil {
		return err
	}
	if version > migrations.ProjectBaseVersion {
		return &projectbase.HintError{
			Err:  fmt.Errorf("the index in %s was %w", c.Dir, projectbase.ErrTooNew),
			Hint: "use the newer codegraph, or rebuild with this one after removing index.db",
		}
	}
	if version < migrations.ProjectBaseVersion {
		return &projectbase.HintError{
			Err:  fmt.Errorf("the index in %s was %w", c.Dir, projectbase.ErrOutdated),
			Hint: "run: codegraph init",
		}
	}
	got, err := c.describeSchema()
	if err != nil {
		return err
	}
	if got != schemaText {
		return store.Corrupt(c.Dir, errors.New("its tables are not those of an index"))
	}
	c.schema = now
	return nil
}

// describeSchema returns a line for each thing in the schema but SQLite's own
// statistics. Definitions are shown by their hash.
func (c *Conn) describeSchema() (string, error) {
	r, err := c.Query("schema")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for r.Next() {
		sum := sha256.Sum256([]byte(r.Text(3)))
		fmt.Fprintf(&out, "%s %s %s %s\n", r.Text(0), r.Text(1), r.Text(2), hex.EncodeToString(sum[:12]))
	}
	return out.String(), r.Done()
}

// oldSchemas are what indexes of the versions before the present one say of their
// tables, as schemaText is.
//
//go:embed schema.*.txt
var oldSchemas embed.FS

// VerifyOld checks that the schema of an older index is exactly that of its
// version: only then is it safe to run statements on it.
func (c *Conn) VerifyOld() error {
	version, err := c.Number("PRAGMA user_version")
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
		return store.Corrupt(c.Dir, errors.New("its tables are not those of an index"))
	}
	return nil
}
