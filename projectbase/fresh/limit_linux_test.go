package fresh

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase/fresh/faulttest"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/worker"
)

// limited is the environment variable that makes the test binary keep the named
// project fresh with very few watches.
const limited = "FRESH_TEST_LIMITED"

func init() { programs[limited] = limitedMain }

// TestWatchesRunOut runs a program that has fewer watches than the project has
// directories. It must compare the files for each query and release the unused
// watches.
func TestWatchesRunOut(t *testing.T) {
	f := newFixture(t)
	for i := range 5 {
		dir := fmt.Sprintf("d%d", i)
		if err := os.Mkdir(filepath.Join(f.p.Root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		f.write(dir+"/f.go", "package d\n")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), limited+"="+f.p.Root)
	id := func(n int) []syscall.SysProcIDMap { return []syscall.SysProcIDMap{{HostID: n, Size: 1}} }
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER, UidMappings: id(os.Getuid()), GidMappings: id(os.Getgid())}
	out, err := cmd.CombinedOutput()
	if cmd.Process == nil {
		faulttest.NotTested(t, "a limit of its own needs a user namespace: %v", err)
	}
	if err != nil || !strings.HasSuffix(string(out), "all answers were right\n") {
		t.Errorf("%v\n%s", err, out)
	}
}

// limitedMain sets the limit for its user namespace and queries.
func limitedMain(root string) int {
	if err := keepLimited(root); err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("all answers were right")
	return 0
}

func keepLimited(root string) error {
	if err := os.WriteFile("/proc/sys/user/max_inotify_watches", []byte("3"), 0); err != nil {
		return err
	}
	p, err := index.ProjectAt(root, settings.Locations{})
	if err != nil {
		return err
	}
	pool, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set()), Workers: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	x := &index.Indexer{Languages: all.Set(), Parsers: pool}
	k := &Keeper{Indexer: x, Watcher: NewWatcher(x, WatchOptions{})}
	defer k.Watcher.Close()
	for i := range 5 {
		name := fmt.Sprintf("Saved%d", i)
		if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("d%d/f.go", i)), []byte("package d\n\nfunc "+name+"() {}\n"), 0o644); err != nil {
			return err
		}
		s, err := k.Ensure(context.Background(), p, ample)
		if err != nil || s.State != Fresh {
			return fmt.Errorf("after save %d: %+v, %v", i, s, err)
		}
		if err := declared(p, name); err != nil {
			return err
		}
	}
	b, _ := k.Watcher.of(p)
	for { // until the watcher has run out of watches
		b.mu.Lock()
		blind, dirs := b.blind, len(b.dirs)
		b.mu.Unlock()
		if blind != nil && dirs == 0 {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
}

// declared returns an error unless the index of p has a symbol of a name.
func declared(p index.Project, name string) error {
	base, err := read.Open(context.Background(), p.Base)
	if err != nil {
		return err
	}
	defer base.Close()
	return base.View(context.Background(), func(s *read.Snapshot) error {
		found, err := s.SymbolsNamed(name, false)
		if err == nil && len(found) != 1 {
			err = fmt.Errorf("%s: %d symbols", name, len(found))
		}
		return err
	})
}
