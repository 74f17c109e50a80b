package catalogtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Variables that say where tests find Postgres.
const (
	postgresVariable = "CODEGRAPH_TEST_POSTGRES"          // address of a server on which tests may make roles and schemas
	requiredVariable = "CODEGRAPH_TEST_POSTGRES_REQUIRED" // not empty: that there is none is a failure
)

// shared is the cluster of all tests of a process that do not break it.
var shared struct {
	once    sync.Once
	address string
	cluster *Cluster
	err     error
}

// Main runs a package's tests and then ends what Postgres has started. It is for
// TestMain.
func Main(m *testing.M) {
	code := m.Run()
	if shared.cluster != nil {
		shared.cluster.remove()
	}
	os.Exit(code)
}

// schemas counts those that this process has made.
var schemas atomic.Int64

// Postgres returns the address of an empty schema on a server, for a role that
// may do nothing but in it. Without a server and the programs to start one the
// test is skipped.
func Postgres(t testing.TB) string {
	t.Helper()
	shared.once.Do(func() {
		if shared.address = os.Getenv(postgresVariable); shared.address == "" {
			if shared.cluster, shared.err = newCluster(); shared.err == nil {
				shared.address = shared.cluster.Address()
			}
		}
	})
	if shared.err != nil {
		missing(t, shared.err)
	}
	return mustSchema(t, shared.address)
}

// missing skips a test that needs Postgres, loudly, or fails it.
func missing(t testing.TB, err error) {
	t.Helper()
	if os.Getenv(requiredVariable) != "" || !errors.Is(err, exec.ErrNotFound) {
		t.Fatalf("no Postgres: %v", err)
	}
	fmt.Fprintf(os.Stderr, "SKIPPED %s: no Postgres: set %s or install postgresql\n", t.Name(), postgresVariable)
	t.Skipf("no Postgres: %v", err)
}

// mustSchema makes a role with a schema of its own.
func mustSchema(t testing.TB, address string) string {
	t.Helper()
	ctx := context.Background() // the cleanup outlives the test's
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("codegraph_test_%d_%d", os.Getpid(), schemas.Add(1))
	for _, statement := range []string{
		"CREATE ROLE " + name + " LOGIN PASSWORD 'secret-of-" + name + "'",
		"CREATE SCHEMA " + name,
		"ALTER SCHEMA " + name + " OWNER TO " + name,
		"ALTER ROLE " + name + " SET search_path = " + name, // for poolers that let none through
	} {
		if _, err := c.Exec(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	t.Cleanup(func() {
		defer c.Close(ctx)
		for _, statement := range []string{"DROP SCHEMA " + name + " CASCADE", "DROP ROLE " + name} {
			if _, err := c.Exec(ctx, statement); err != nil {
				t.Logf("%s: %v", statement, err) // the test may have ended the server
				return
			}
		}
	})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(name, "secret-of-"+name)
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

// Cluster is a Postgres server that a test may end and start again.
type Cluster struct {
	dir, bin string
	port     int
	cred     *syscall.Credential // nil: that of this process
	settings []string            // of the server, name=value
	process  *exec.Cmd
	ended    chan struct{}
}

// NewCluster starts a server for one test, which is skipped without the programs.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	c, err := newCluster()
	if err != nil {
		missing(t, err)
	}
	t.Cleanup(c.remove)
	return c
}

// Schema is as Postgres, on this server.
func (c *Cluster) Schema(t testing.TB) string {
	t.Helper()
	return mustSchema(t, c.Address())
}

// Address returns the address for the server's first user.
func (c *Cluster) Address() string {
	return fmt.Sprintf("postgres://postgres:secret@127.0.0.1:%d/postgres?sslmode=disable", c.port)
}

// newCluster makes a data directory and starts a server. Its error is an
// exec.ErrNotFound if there are no programs for that.
func newCluster() (*Cluster, error) {
	bin, err := postgresBin()
	if err != nil {
		return nil, err
	}
	c := &Cluster{bin: bin}
	if os.Getuid() == 0 { // the server refuses to run as root
		id := 65534
		if u, err := user.Lookup("postgres"); err == nil {
			if n, err := strconv.Atoi(u.Uid); err == nil {
				id = n
			}
		}
		c.cred = &syscall.Credential{Uid: uint32(id), Gid: uint32(id)}
	}
	if c.dir, err = os.MkdirTemp("/tmp", "codegraph-postgres-"); err != nil { // names of sockets must be short
		return nil, err
	}
	if err := c.make(); err != nil {
		os.RemoveAll(c.dir)
		return nil, err
	}
	return c, nil
}

func (c *Cluster) make() error {
	if c.cred != nil {
		if err := os.Chown(c.dir, int(c.cred.Uid), int(c.cred.Gid)); err != nil {
			return err
		}
	}
	password := filepath.Join(c.dir, "password")
	if err := os.WriteFile(password, []byte("secret\n"), 0o644); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	c.port = l.Addr().(*net.TCPAddr).Port
	l.Close()
	out, err := c.command("initdb", "-D", filepath.Join(c.dir, "data"), "-U", "postgres", "-A", "password", "--pwfile", password,
		"--no-sync", "-E", "UTF8", "--locale=C.UTF-8").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return c.Start()
}

func (c *Cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	// The server ends with this process, however that does.
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.cred, Pdeathsig: syscall.SIGQUIT}
	return cmd
}

// Start starts the server after Kill, and returns when it answers.
func (c *Cluster) Start() error {
	args := []string{"-D", filepath.Join(c.dir, "data")}
	for _, s := range append([]string{"listen_addresses=127.0.0.1", "port=" + strconv.Itoa(c.port), "unix_socket_directories=" + c.dir,
		"fsync=off", "full_page_writes=off", "max_connections=200"}, c.settings...) {
		args = append(args, "-c", s)
	}
	cmd := c.command("postgres", args...)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	ended := make(chan struct{})
	started := make(chan error, 1)
	go func() {
		// The signal at the parent's death is at that of the thread.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // it is killed
		}
		close(ended)
	}()
	if err := <-started; err != nil {
		return err
	}
	c.process, c.ended = cmd, ended
	for deadline := time.Now().Add(30 * time.Second); ; {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		conn, err := pgx.Connect(ctx, c.Address())
		cancel()
		if err == nil {
			return conn.Close(context.Background())
		}
		select {
		case <-ended:
			return fmt.Errorf("postgres ended:\n%s", log.Bytes())
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("postgres does not answer: %w", err)
		}
	}
}

// UseTLS starts the server anew with a certificate and its key, in PEM.
func (c *Cluster) UseTLS(certificate, key []byte) error {
	c.Kill()
	for name, text := range map[string][]byte{"server.crt": certificate, "server.key": key} {
		file := filepath.Join(c.dir, name)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return err
		}
		if c.cred != nil {
			if err := os.Chown(file, int(c.cred.Uid), int(c.cred.Gid)); err != nil {
				return err
			}
		}
	}
	c.settings = append(c.settings, "ssl=on", "ssl_cert_file="+filepath.Join(c.dir, "server.crt"), "ssl_key_file="+filepath.Join(c.dir, "server.key"))
	return c.Start()
}

// Pooler starts pgbouncer in front of the server, for the role of an address,
// with two connections that are lent for a transaction each, and returns the
// address there. Without the program the test is skipped.
func (c *Cluster) Pooler(t testing.TB, address string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		missing(t, err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	password, _ := u.User.Password()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	users, config := filepath.Join(c.dir, "users"), filepath.Join(c.dir, "pgbouncer.ini")
	for file, text := range map[string]string{
		users: fmt.Sprintf("%q %q\n", u.User.Username(), password),
		config: fmt.Sprintf("[databases]\n* = host=127.0.0.1 port=%d\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=%d\nunix_socket_dir=\n"+
			"auth_type=plain\nauth_file=%s\npool_mode=transaction\ndefault_pool_size=2\n", c.port, port, users),
	} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, config)
	cmd.Dir = c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.cred}
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		if t.Failed() {
			t.Logf("pgbouncer:\n%s", &log)
		}
	})
	u.Host = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	q := u.Query()
	q.Del("search_path") // it is refused; the role has its own
	u.RawQuery = q.Encode()
	for deadline := time.Now().Add(10 * time.Second); ; {
		conn, err := net.Dial("tcp", u.Host)
		if err == nil {
			conn.Close()
			return u.String()
		}
		if time.Now().After(deadline) {
			t.Fatalf("pgbouncer does not answer: %v", err)
		}
		<-time.After(10 * time.Millisecond)
	}
}

// Kill ends the server at once, as a crash does.
func (c *Cluster) Kill() {
	_ = c.process.Process.Signal(syscall.SIGQUIT) // it may have ended
	<-c.ended
}

func (c *Cluster) remove() {
	if c.process != nil {
		c.Kill()
	}
	os.RemoveAll(c.dir)
}

// postgresBin returns the directory of the server's programs.
func postgresBin() (string, error) {
	if out, err := exec.Command("pg_config", "--bindir").Output(); err == nil {
		if dir := string(bytes.TrimSpace(out)); isProgram(filepath.Join(dir, "initdb")) {
			return dir, nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is well formed
	if len(found) > 0 {
		return filepath.Dir(found[len(found)-1]), nil
	}
	name, err := exec.LookPath("initdb")
	if err != nil {
		return "", err
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return "", err
	}
	return filepath.Dir(name), nil
}

func isProgram(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
