package main

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
	_ "modernc.org/sqlite"
)

// holdMain is a program that keeps everybody else out of a database until its
// standard input ends.
func holdMain() {
	if err := hold(os.Args[1]); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func hold(file string) error {
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=locking_mode(EXCLUSIVE)&_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	ctx := context.Background()
	for _, text := range []string{"BEGIN EXCLUSIVE", "CREATE TABLE IF NOT EXISTS held(x)", "DROP TABLE held"} {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	fmt.Println("held")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// seize FILE lets another process lock a database until the script ends.
func seize(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: seize FILE")
	}
	cmd := exec.Command(filepath.Join(binDir(ts), "hold"), ts.MkAbs(args[0]))
	stdin, err := cmd.StdinPipe()
	ts.Check(err)
	stdout, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		stdin.Close()
		cmd.Wait()
	})
	said, err := bufio.NewReader(stdout).ReadString('\n')
	if said != "held\n" {
		ts.Fatalf("hold %s: %q %v", args[0], said, err)
	}
}
