package fresh

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/fresh/faulttest"
	"codegraph/projectbase/index"
)

// TestClockBackwards changes file times to the past and the future. Every
// change must be found.
func TestClockBackwards(t *testing.T) {
	f := faulty(t)
	var shift atomic.Int64
	f.Indexer.Now = func() time.Time { return time.Now().Add(time.Duration(shift.Load())) }
	r := rand.New(rand.NewPCG(5, 5))
	for i := range faulttest.Rounds(8, 200) {
		shift.Store(int64(time.Duration(r.IntN(2000)-1000) * time.Hour))
		f.write("a.go", fmt.Sprintf("package a\n\nfunc Turn%03d() {}\n", i)) // of equal length
		at := time.Now().Add(time.Duration(shift.Load()))
		if err := os.Chtimes(filepath.Join(f.p.Root, "a.go"), at, at); err != nil {
			t.Fatal(err)
		}
		f.answers(fmt.Sprintf("Turn%03d", i))
	}
}

// TestConcurrentEdits edits as fast as possible during queries. A fresh answer
// must be correct, and the last edit must be found at once.
func TestConcurrentEdits(t *testing.T) {
	f := faulty(t)
	end := time.Now().Add(time.Duration(faulttest.Rounds(2, 60)) * time.Second)
	var edits atomic.Int64
	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for i := 0; time.Now().Before(end); i++ {
			name := filepath.Join(f.p.Root, fmt.Sprintf("f%d.go", i%20))
			if os.WriteFile(name, []byte(fmt.Sprintf("package a\n\nfunc Edit%d() {}\n", i)), 0o644) != nil {
				return
			}
			edits.Store(int64(i))
		}
	}()
	asked := 0
	for running := true; running; asked++ {
		select {
		case <-stop:
			running = false
		default:
		}
		s, err := f.Ensure(t.Context(), f.p, Options{Budget: 2 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		if s.State != Fresh && len(s.Pending) == 0 {
			t.Fatalf("%+v", s)
		}
	}
	f.answers(fmt.Sprintf("Edit%d", edits.Load()))
	t.Logf("%d edits, %d questions", edits.Load()+1, asked)
}

// TestManyFilesAtOnce checks that new files are pending until they are indexed.
func TestManyFilesAtOnce(t *testing.T) {
	f := faulty(t)
	n := faulttest.Rounds(2000, 100_000)
	step := n / 20
	for i := range n {
		dir := fmt.Sprintf("new/d%03d", i/200)
		if i%200 == 0 {
			if err := os.MkdirAll(filepath.Join(f.p.Root, dir), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		f.write(fmt.Sprintf("%s/n%d.go", dir, i), fmt.Sprintf("package n\n\nfunc N%d() {}\n", i))
		if (i+1)%step != 0 {
			continue
		}
		s, err := f.Ensure(t.Context(), f.p, Options{Budget: time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		found, err := f.symbols(fmt.Sprintf("N%d", i))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 && !slices.Contains(s.Pending, projectbase.Path(fmt.Sprintf("%s/n%d.go", dir, i))) {
			t.Fatalf("after %d files: neither indexed nor pending: %s, %d pending", i+1, s.State, len(s.Pending))
		}
	}
	f.answersWithin(30*time.Second+time.Duration(n)*5*time.Millisecond, fmt.Sprintf("N%d", n-1))
}

// TestUnwritableIndex removes the write permission of a directory or of a
// mount. Changed files must be pending, and indexed when the permission is
// back.
func TestUnwritableIndex(t *testing.T) {
	if os.Getuid() != 0 {
		faulttest.NotTested(t, "a read-only mount needs root")
	}
	f := newFixture(t)
	f.Indexer.Now = nil
	if err := exec.Command("mount", "--bind", f.p.Base, f.p.Base).Run(); err != nil {
		faulttest.NotTested(t, "nothing can be mounted here: %v", err)
	}
	defer func() {
		if err := exec.Command("umount", f.p.Base).Run(); err != nil {
			t.Error(err)
		}
	}()
	f.want(ample, Fresh)
	for i := range faulttest.Rounds(2, 20) {
		remount := func(how string) {
			t.Helper()
			if out, err := exec.Command("mount", "-o", "remount,bind,"+how, f.p.Base).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		remount("ro")
		f.write("a.go", fmt.Sprintf("package a\n\nfunc Readonly%d() {}\n", i))
		if s := f.want(ample, Pending, "a.go"); !strings.Contains(s.Reason, "written") && !strings.Contains(s.Reason, "read-only") {
			t.Errorf("reason %q", s.Reason)
		}
		remount("rw")
		f.answers(fmt.Sprintf("Readonly%d", i))
	}
}

// TestFullDisk indexes on a full file system. Changed files must be pending,
// the index must stay, and it must be updated when there is room.
func TestFullDisk(t *testing.T) {
	if os.Getuid() != 0 {
		faulttest.NotTested(t, "a small file system needs root")
	}
	f := newFixture(t)
	f.Indexer.Now = nil
	if err := os.RemoveAll(f.p.Base); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(f.p.Base, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", f.p.Base, "tmpfs", 0, "size=16m"); err != nil {
		faulttest.NotTested(t, "nothing can be mounted here: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(f.p.Base, 0); err != nil {
			t.Error(err)
		}
	}()
	if _, err := f.Indexer.Init(t.Context(), f.p, index.InitOptions{}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(6, 6))
	ballast := filepath.Join(f.p.Base, "ballast")
	refused := 0
	n := faulttest.Rounds(10, 300)
	for i := range n {
		fillDisk(t, ballast, r.IntN(64<<10))
		f.write("a.go", fmt.Sprintf("package a\n\nfunc Full%d() {}\n", i)+strings.Repeat(fmt.Sprintf("// some more words of round %d\n", i), 100))
		s, err := f.Ensure(t.Context(), f.p, ample)
		if err != nil && !told(err) {
			t.Fatalf("round %d: %v", i, err)
		}
		if err != nil || s.State != Fresh {
			refused++
			if err == nil && s.Reason == "" {
				t.Errorf("round %d: no reason: %+v", i, s)
			}
		}
		if err := os.Remove(ballast); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		f.want(ample, Fresh)
		if found, err := f.symbols(fmt.Sprintf("Full%d", i)); err != nil || len(found) == 0 {
			t.Fatalf("round %d: %v, %v", i, found, err)
		}
	}
	if refused == 0 {
		t.Error("the disk was never full")
	}
	t.Logf("%d rounds, %d of them without room", n, refused)
}

// fillDisk writes a file until only about room bytes are free.
func fillDisk(t *testing.T, name string, room int) {
	t.Helper()
	h, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	block := make([]byte, 4096)
	size := int64(0)
	for {
		n, err := h.Write(block)
		size += int64(n)
		if err != nil {
			break
		}
	}
	if err := h.Truncate(max(0, size-int64(room))); err != nil {
		t.Fatal(err)
	}
}
