package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/cmd/internal/question"
	"codegraph/projectbase/fresh/faulttest"
	"codegraph/projectbase/store/lock"

	_ "modernc.org/sqlite"
)

// execute changes a database by SQL.
func (h *house) execute(file string, statements ...string) {
	h.Helper()
	db, err := sql.Open("sqlite", "file:"+h.path(file))
	if err != nil {
		h.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(h.Context(), s); err != nil {
			h.Fatalf("%s: %v", s, err)
		}
	}
}

// checks returns the checks of doctor. Each warning and failure must have a
// remedy, and the exit status must tell of failures.
func (h *house) checks(r result) map[string]question.Check {
	h.Helper()
	var out question.DoctorOut
	if err := json.Unmarshal([]byte(r.stdout), &out); err != nil {
		h.Fatalf("%v: %v", err, r)
	}
	by := map[string]question.Check{}
	failed := false
	for _, c := range out.Checks {
		if c.State != "ok" && c.Remedy == "" {
			h.Errorf("no remedy: %+v", c)
		}
		failed = failed || c.State == "failed"
		by[c.Name] = c
	}
	if failed != (r.exit == 1) {
		h.Errorf("exit %d with %v", r.exit, out.Checks)
	}
	return by
}

// conditions are states that a user may meet, how to cause them, and the expected
// check.
var conditions = map[string]struct {
	inflict func(h *house)
	check   string
	state   string
	message string
	remedy  string
}{
	"index damaged":     {func(h *house) { must(h.T, os.Truncate(h.path("p/.codegraph/index.db"), 5000)) }, "index", "failed", "damaged", "run: codegraph init --rebuild"},
	"index emptied":     {func(h *house) { must(h.T, os.Truncate(h.path("p/.codegraph/index.db"), 0)) }, "index", "failed", "damaged", "run: codegraph init --rebuild"},
	"index of another":  {func(h *house) { h.execute("p/.codegraph/index.db", "PRAGMA application_id=1") }, "index", "failed", "another program", "CODEGRAPH_DIR"},
	"index too new":     {func(h *house) { h.execute("p/.codegraph/index.db", "PRAGMA user_version=999") }, "index", "failed", "newer codegraph", "newer codegraph"},
	"index of an older": {func(h *house) { h.execute("p/.codegraph/index.db", "PRAGMA user_version=1") }, "index", "failed", "older codegraph", "run: codegraph init"},
	"index a link":      {linkedBase, "index", "failed", "symbolic link", "remove"},
	"index gone":        {func(h *house) { must(h.T, os.Remove(h.path("p/.codegraph/index.db"))) }, "project", "failed", "not indexed", "run: codegraph init"},
	"directory gone":    {func(h *house) { must(h.T, os.RemoveAll(h.path("p/.codegraph"))) }, "project", "failed", "not indexed", "run: codegraph init"},
	"directory a link":  {linkedDirectory, "writable", "failed", "symbolic link", "remove it"},
	"half published": {func(h *house) {
		must(h.T, os.Rename(h.path("p/.codegraph/index.db"), h.path("p/.codegraph/index.db.build")))
	}, "leftovers", "warning", "index.db.build", "codegraph init"},
	"files left": {func(h *house) {
		h.write("p/.codegraph/summary.md.tmp", "x")
		h.write("p/.codegraph/index.db.build-journal", "x")
	}, "leftovers", "warning", "index.db.build-journal, summary.md.tmp", "the next writer"},
	"locked":             {locked, "writer", "warning", fmt.Sprintf("process %d", os.Getpid()), "wait"},
	"settings broken":    {func(h *house) { h.write("p/.codegraph/config.json", "{") }, "settings", "failed", "config.json", "repair or remove config.json"},
	"settings of others": {func(h *house) { h.write("p/.codegraph/config.json", `{"langs":[]}`) }, "settings", "failed", "langs", "config.json"},
	"no updates":         {func(h *house) { h.write("p/.codegraph/config.json", `{"auto_update":false}`) }, "settings", "warning", "auto_update", "remove auto_update"},
	"clock set back":     {aheadOfTime, "clock", "warning", "ahead of this machine's clock", "set the clock"},
	"copied": {func(h *house) {
		must(h.T, os.Rename(h.path("p"), h.path("q")))
		must(h.T, os.CopyFS(h.path("p"), os.DirFS(h.path("q"))))
		asIfOf(h, h.path("q"))
	}, "home", "warning", "/q: it was copied or moved", "codegraph scan"},
	"quarantined":         {quarantined, "parsing", "warning", "bad.cs", "codegraph status"},
	"root gone":           {func(h *house) { must(h.T, os.RemoveAll(h.path("lib"))) }, "projects", "warning", "lib", "codegraph scan"},
	"catalog damaged":     {func(h *house) { must(h.T, os.Truncate(h.path("catalog.db"), 5000)) }, "catalog", "failed", "catalog.db", "move the catalog"},
	"catalog too new":     {func(h *house) { h.execute("catalog.db", "PRAGMA user_version=999") }, "catalog", "failed", "newer", "update codegraph"},
	"catalog of another":  {func(h *house) { h.noCatalog(); h.execute("catalog.db", "CREATE TABLE t(x)") }, "catalog", "failed", "catalog.db", "another catalog"},
	"catalog away":        {func(h *house) { h.env = append(h.env, "CODEGRAPH_CATALOG=postgres://127.0.0.1:1/none") }, "catalog", "failed", "127.0.0.1:1", "another catalog"},
	"catalog unwritable":  {func(h *house) { h.env = append(h.env, "CODEGRAPH_CATALOG=/proc/none/catalog.db") }, "catalog", "failed", "/proc/none", "catalog"},
	"git missing":         {func(h *house) { h.env = append(h.env, "PATH="+h.temp()) }, "git", "warning", "not installed", "install git"},
	"files changed since": {func(h *house) { h.write("p/a.go", "package p // changed\n") }, "freshness", "ok", "1 file changed", ""},
	"nothing":             {func(*house) {}, "freshness", "ok", "index is up to date", ""},
}

func linkedBase(h *house) {
	must(h.T, os.Rename(h.path("p/.codegraph/index.db"), h.path("real.db")))
	must(h.T, os.Symlink(h.path("real.db"), h.path("p/.codegraph/index.db")))
}

func linkedDirectory(h *house) {
	must(h.T, os.Rename(h.path("p/.codegraph"), h.path("real")))
	must(h.T, os.Symlink(h.path("real"), h.path("p/.codegraph")))
}

func locked(h *house) {
	l, err := lock.Acquire(context.Background(), h.path("p/.codegraph"), 0, nil)
	must(h.T, err)
	h.Cleanup(func() { must(h.T, l.Release()) })
}

func aheadOfTime(h *house) {
	h.execute("p/.codegraph/index.db", fmt.Sprintf("UPDATE metadata SET value = '%d' WHERE key = 'last_update'", time.Now().Add(100*time.Hour).Unix()))
}

func asIfOf(h *house, root string) {
	h.execute("p/.codegraph/index.db", fmt.Sprintf("UPDATE metadata SET value = '%s' WHERE key = 'project_root'", root))
}

// quarantined has a file that no parser comes to an end with.
func quarantined(h *house) {
	h.write("p/bad.cs", "class Killer { void M() { "+strings.Repeat(strings.Repeat("a<b<", 20)+"\n", 200)+" } }\n")
	h.must("p", "-q", "init")
}

func (h *house) noCatalog() {
	for _, end := range []string{"", "-wal", "-shm"} {
		_ = os.Remove(h.path("catalog.db" + end)) // not all are there
	}
}

// TestDoctorNamesWhatIsWrong brings a project into each of the states.
func TestDoctorNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for name, ill := range conditions {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.write("p/go.mod", "module p\n")
			h.write("p/a.go", "package p\n")
			h.write("lib/go.mod", "module lib\n")
			h.write("lib/lib.go", "package lib\n")
			h.must(".", "-q", "scan", ".", "--index")
			ill.inflict(h)
			before := h.names("p/.codegraph")
			checks := h.checks(h.run("p", "--json", "doctor"))
			c, ok := checks[ill.check]
			if !ok || c.State != ill.state || !strings.Contains(c.Message, ill.message) || !strings.Contains(c.Remedy, ill.remedy) {
				t.Errorf("%s is %+v, want %s with %q and the remedy %q; all: %+v", ill.check, c, ill.state, ill.message, ill.remedy, checks)
			}
			if ill.state != "ok" {
				for other, c := range checks {
					if other != ill.check && c.State == "failed" && (ill.state == "warning" || other != "freshness") && !(other == "project" && ill.check == "leftovers") {
						t.Errorf("%s has failed too: %+v", other, c)
					}
				}
			}
			after := h.names("p/.codegraph")
			if !slices.Equal(before, after) {
				t.Errorf("the directory was %v and is %v", before, after)
			}
		})
	}
}

// names lists the files of an index directory. It omits SQLite's temporary files,
// because readers create and remove them.
func (h *house) names(dir string) []string {
	h.Helper()
	found, err := filepath.Glob(h.path(dir) + "/*")
	must(h.T, err)
	return slices.DeleteFunc(found, func(n string) bool { return strings.HasSuffix(n, "-wal") || strings.HasSuffix(n, "-shm") })
}

// TestDoctorWithoutWatches lets the system have no watches left.
func TestDoctorWithoutWatches(t *testing.T) {
	h := newHouse(t)
	h.newProject()
	r := h.finish(h.command("p", "--json", "doctor"), func(c writeCall) verdict { return failing(c.name == "watch", syscall.ENOSPC) })
	if c := h.checks(r)["watching"]; c.State != "warning" || !strings.Contains(c.Remedy, "max_user_watches") {
		t.Errorf("%+v", c)
	}
	s := h.newSession("p", func(c writeCall) verdict { return failing(c.name == "watch", syscall.ENOSPC) })
	s.untilFound("F1")
	h.write("p/a.go", "package p\n\nfunc Unwatched() {}\n")
	s.untilFound("Unwatched")
}

// TestDoctorWhileWatched names the process that watches.
func TestDoctorWhileWatched(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.newProject()
	s := h.newSession("p", nil)
	s.untilFound("F1")
	s.untilFound("F1") // the second question finds it watched
	c := h.checks(h.run("p", "--json", "doctor"))["watching"]
	if c.State != "ok" || !strings.Contains(c.Message, fmt.Sprint("process ", s.cmd.Process.Pid)) {
		t.Errorf("%+v, and the server is %d", c, s.cmd.Process.Pid)
	}
}

// TestDoctorOnAFullDisk looks at a base on a small disk.
func TestDoctorOnAFullDisk(t *testing.T) {
	if os.Getuid() != 0 {
		faulttest.NotTested(t, "a small file system needs root")
	}
	h := newHouse(t)
	h.write("p/a.go", "package p\n")
	must(t, os.Mkdir(h.path("bases"), 0o755))
	if err := syscall.Mount("tmpfs", h.path("bases"), "tmpfs", 0, "size=8m"); err != nil {
		faulttest.NotTested(t, "nothing can be mounted here: %v", err)
	}
	defer func() { must(t, syscall.Unmount(h.path("bases"), 0)) }()
	h.env = []string{"CODEGRAPH_BASES=" + h.path("bases")}
	h.must("p", "-q", "init")
	if c := h.checks(h.run("p", "--json", "doctor"))["disk"]; c.State != "warning" || !strings.Contains(c.Remedy, "free some space") {
		t.Errorf("%+v", c)
	}
}
