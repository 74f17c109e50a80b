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

// schemaText is the schema of an index of the present version, one object a
// line. A test compares it with the migrations.
//
//go:embed schema.txt
var schemaText string

// Identify checks without SQLite whether dir has an index of ours. SQLite may
// write beside a file that it opens, and a foreign file must not be touched.
func Identify(dir string) error {
	path := filepath.Join(dir, store.FileName)
	if _, err := os.Lstat(path); err != nil {
		return store.NotIndexed(dir, err)
	}
	if err := lock.PlainFiles(path); err != nil {
		return err
	}
	if !sqlite.OFDLockingEnabled() {
		// Opening the file ourselves would drop the locks of open
		// connections.
		return nil
	}
	f, err := lock.OpenPlain(path, os.O_RDONLY)
	if err != nil {
		return store.NotIndexed(dir, err)
	}
	defer f.Close()
	var head [100]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return store.Corrupt(dir, errors.New("index.db is not a database"))
	}
	if string(head[:len(magic)]) != magic {
		return store.Corrupt(dir, errors.New("index.db is not a database"))
	}
	if binary.BigEndian.Uint32(head[68:]) != applicationID {
		return store.Foreign(dir)
	}
	if binary.BigEndian.Uint32(head[44:]) > newestFormat {
		// SQLite reports it with the code for invalid statements.
		return store.Corrupt(dir, errors.New("index.db has an unknown schema format"))
	}
	return nil
}

// newestFormat is the highest schema format number that SQLite knows.
const newestFormat = 4

// Verify checks that the index has the present version and exactly our schema.
// It costs one statement if the schema did not change since the last check.
func (c *Conn) Verify() error {
	err := c.compare()
	if IsStatementError(err) {
		// These statements work on any readable schema.
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
		return projectbase.WithHint(fmt.Errorf("the index in %s was %w", c.Dir, projectbase.ErrTooNew),
			projectbase.Hint{Text: "use the newer codegraph, or remove index.db and rebuild with this one"})
	}
	if version < migrations.ProjectBaseVersion {
		return projectbase.WithHint(fmt.Errorf("the index in %s was %w", c.Dir, projectbase.ErrOutdated), projectbase.Suggest("", "init"))
	}
	got, err := c.describeSchema()
	if err != nil {
		return err
	}
	if got != schemaText {
		return store.Corrupt(c.Dir, errors.New("the schema differs from that of an index"))
	}
	c.schema = now
	return nil
}

// describeSchema returns a line for each object of the schema, without SQLite's
// statistics. A line has the hash of the definition.
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

// oldSchemas has the schemas of older versions, in the form of schemaText.
//
//go:embed schema.*.txt
var oldSchemas embed.FS

// VerifyOld checks that an older index has exactly the schema of its version.
// Only then is it safe to run statements on it.
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
		return store.Corrupt(c.Dir, errors.New("the schema differs from that of an index"))
	}
	return nil
}
