package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"codegraph/cmd/internal/cli"
	"codegraph/projectbase/fresh/faulttest"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/worker"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	// A parser process is this binary started anew under a name of its own.
	if worker.IsChild() {
		os.Exit(cli.Main())
	}
	testscript.Main(m, map[string]func(){"codegraph": main, "hold": holdMain, "readonly": readonlyMain})
}

// TestScript runs the stories in testdata/script, which specify the command
// line. Besides testscript's own commands they use those of scriptCommands.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Setup:               setup,
		Cmds:                scriptCommands,
		Condition:           condition,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// condition knows [long]: the long form of the fault tests was requested.
func condition(name string) (bool, error) {
	if name == "long" {
		return faulttest.Rounds(0, 1) == 1, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

func setup(env *testscript.Env) error {
	for _, v := range []string{"CODEGRAPH_DIR", "CODEGRAPH_BASES", "CODEGRAPH_CATALOG", "CODEGRAPH_MACHINE", "CODEGRAPH_LOG_LEVEL", "CODEGRAPH_TOKEN"} {
		env.Setenv(v, "")
	}
	env.Setenv("XDG_CONFIG_HOME", filepath.Join(env.WorkDir, ".config"))
	env.Setenv("HOME", filepath.Join(env.WorkDir, ".home"))
	env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	return nil
}

var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"exits":      exits,
	"interrupts": interrupts,
	"kills":      kills,
	"field":      field,
	"lock":       lockIndex,
	"many":       many,
	"matches":    matches,
	"secures":    secures,
	"seize":      seize,
	"serves":     serves,
	"sets":       sets,
	"stops":      stops,
	"text":       text,
	"until":      until,
}

// exits STATUS PROGRAM [ARG...] runs a program, which must end with the status.
// Its output is then stdout and stderr. With -nobody before the program it runs
// without the rights of an administrator.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS [-nobody] PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	args = args[1:]
	if args[0] == "-nobody" {
		args = asNobody(ts, args[1:])
	}
	err = ts.Exec(args[0], args[1:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s ended with status %d, want %d\nstdout:\n%s\nstderr:\n%s", strings.Join(args, " "), got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// interrupts TEXT PROGRAM [ARG...] runs a program, interrupts it when TEXT is on
// its standard error, and wants it to end with status 130.
func interrupts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: interrupts TEXT PROGRAM [ARG...]")
	}
	path, err := exec.LookPath(filepath.Join(binDir(ts), args[1]))
	ts.Check(err)
	cmd := exec.Command(path, args[2:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = append(os.Environ(), "PATH="+ts.Getenv("PATH"))
	stderr, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	var said strings.Builder
	for in := bufio.NewScanner(stderr); in.Scan(); {
		fmt.Fprintln(&said, in.Text())
		if strings.Contains(in.Text(), args[0]) {
			ts.Check(cmd.Process.Signal(os.Interrupt))
		}
	}
	cmd.Wait()
	fmt.Fprint(ts.Stderr(), said.String())
	if got := cmd.ProcessState.ExitCode(); got != 130 {
		ts.Fatalf("ended with status %d, want 130\n%s", got, said.String())
	}
}

// asNobody returns the command for args as an ordinary user: rights mean nothing
// to an administrator. The script's directory becomes readable for everybody.
func asNobody(ts *testscript.TestScript, args []string) []string {
	if os.Geteuid() != 0 {
		return args
	}
	path, err := exec.LookPath("setpriv")
	if err != nil {
		ts.Fatalf("tests of rights that run as root need setpriv (util-linux): %v", err)
	}
	for _, start := range []string{ts.Getenv("WORK"), binDir(ts)} {
		for dir := start; dir != filepath.Clean(os.TempDir()) && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
			info, err := os.Stat(dir)
			ts.Check(err)
			ts.Check(os.Chmod(dir, info.Mode().Perm()|0o055))
		}
	}
	return append([]string{path, "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all"}, args...)
}

// binDir returns where testscript put the program.
func binDir(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		if _, err := os.Stat(filepath.Join(dir, "codegraph")); err == nil {
			return dir
		}
	}
	ts.Fatalf("the program is not in PATH")
	return ""
}

// field [-stderr] PATH VALUE compares a value of the JSON document on standard
// output: PATH is keys and indexes joined by dots, len is the length of a list;
// VALUE is the value as JSON, or the text of a string. ! field PATH says that
// there is no such value.
func field(ts *testscript.TestScript, neg bool, args []string) {
	from := "stdout"
	if len(args) > 0 && args[0] == "-stderr" {
		from, args = "stderr", args[1:]
	}
	if len(args) != 2 && !(neg && len(args) == 1) {
		ts.Fatalf("usage: [!] field [-stderr] PATH [VALUE]")
	}
	var doc any
	d := json.NewDecoder(strings.NewReader(ts.ReadFile(from)))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		ts.Fatalf("%s is no JSON document: %v\n%s", from, err, ts.ReadFile(from))
	}
	if d.More() {
		ts.Fatalf("%s holds more than one document", from)
	}
	value, err := lookUp(doc, strings.Split(args[0], "."))
	if neg && len(args) == 1 {
		if err == nil {
			ts.Fatalf("%s is %s", args[0], value)
		}
		return
	}
	if err != nil {
		ts.Fatalf("%s: %v in\n%s", args[0], err, ts.ReadFile(from))
	}
	if (value == args[1]) == neg {
		ts.Fatalf("%s is %s, want %s", args[0], value, args[1])
	}
}

// lookUp returns the value at path in doc: a string as it is, others as JSON.
func lookUp(doc any, path []string) (string, error) {
	for _, step := range path {
		switch v := doc.(type) {
		case map[string]any:
			next, ok := v[step]
			if !ok {
				return "", fmt.Errorf("there is no %q", step)
			}
			doc = next
		case []any:
			if step == "len" {
				doc = json.Number(strconv.Itoa(len(v)))
				continue
			}
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(v) {
				return "", fmt.Errorf("there is no element %s", step)
			}
			doc = v[i]
		default:
			return "", fmt.Errorf("there is no %q", step)
		}
	}
	if s, ok := doc.(string); ok {
		return s, nil
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(doc)
	return strings.TrimSpace(text.String()), err
}

// lock DIR takes the writer's lock of a base until the script ends.
func lockIndex(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lock DIR")
	}
	l, err := lock.Acquire(context.Background(), ts.MkAbs(args[0]), 0, nil)
	ts.Check(err)
	ts.Defer(func() { l.Release() })
}

// text FILE TEXT writes TEXT, in which Go's escapes stand for bytes, to a file.
func text(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: text FILE TEXT")
	}
	s, err := strconv.Unquote(`"` + args[1] + `"`)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(s), 0o644))
}

// until PATTERN PROGRAM [ARG...] runs a program, again and again for at most a
// minute, until it succeeds with an output that the pattern matches.
func until(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: until PATTERN PROGRAM [ARG...]")
	}
	pattern, err := regexp.Compile(args[0])
	ts.Check(err)
	for ends := time.Now().Add(time.Minute); ; {
		err := ts.Exec(args[1], args[2:]...)
		if err == nil && pattern.MatchString(ts.ReadFile("stdout")) {
			return
		}
		if time.Now().After(ends) {
			ts.Fatalf("no match for %q in a minute: %v", args[0], err)
		}
	}
}
