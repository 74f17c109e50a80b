package syntax

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/smacker/go-tree-sitter/golang"
)

// TestParseOnABusyMachine stops a process for longer than the timeout while it
// parses, as a busy machine does. The parse must succeed.
func TestParseOnABusyMachine(t *testing.T) {
	const timeoutOfChild = "CODEGRAPH_TEST_PARSE_TIMEOUT"
	source := []byte("package p\nvar x = []int{" + strings.Repeat("1, ", 100_000) + "}\n")
	g := NewGrammar(golang.GetLanguage())
	read := func(timeout time.Duration) error {
		p := NewParser(timeout)
		defer p.Close()
		_, err := p.Parse(g, g.KeepNamed(), source, 1<<30)
		return err
	}
	if value := os.Getenv(timeoutOfChild); value != "" {
		timeout, err := time.ParseDuration(value)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("begins")
		if err := read(timeout); err != nil {
			t.Fatal(err)
		}
		return
	}
	start := worked(t)
	if err := read(0); err != nil {
		t.Fatal(err)
	}
	timeout := 4 * (worked(t) - start)
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), timeoutOfChild+"="+timeout.String())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); line != "begins\n" {
		t.Fatalf("output of the child: %q, %v", line, err)
	}
	for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT} {
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if signal == syscall.SIGSTOP {
			time.Sleep(2 * timeout)
		}
	}
	rest, _ := io.ReadAll(lines)
	if err := cmd.Wait(); err != nil {
		t.Errorf("child process: %v: %s", err, rest)
	}
}

// worked returns the CPU time of this process.
func worked(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
