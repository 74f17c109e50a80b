package federation_test

import (
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query/search"

	"github.com/google/go-cmp/cmp"
)

// TestFailuresAreRows breaks bases in all ways: each costs its own row, and the
// others answer.
func TestFailuresAreRows(t *testing.T) {
	h := newHub(t)
	for _, c := range []struct {
		name   string
		damage func(index string) error
		want   error
	}{
		{"cut", func(f string) error { return os.Truncate(f, 5000) }, projectbase.ErrCorrupt},
		{"deleted", os.Remove, federation.ErrMissing},
		{"directory", func(f string) error { return errors.Join(os.Remove(f), os.Mkdir(f, 0o755)) }, projectbase.ErrForeign},
		{"empty", func(f string) error { return os.Truncate(f, 0) }, projectbase.ErrCorrupt},
		{"foreign", func(f string) error { return patch(f, 68, 7) }, projectbase.ErrForeign},
		{"pipe", func(f string) error { return errors.Join(os.Remove(f), syscall.Mkfifo(f, 0o644)) }, projectbase.ErrForeign},
		{"toonew", func(f string) error { return patch(f, 60, 1<<30) }, projectbase.ErrTooNew},
	} {
		p := h.add(c.name, "Widget")
		for _, log := range []string{"-wal", "-shm"} {
			_ = os.Remove(filepath.Join(p.Base, "index.db"+log))
		}
		must(t, c.damage(filepath.Join(p.Base, "index.db")))
	}
	h.add("whole", "Widget", "Other")
	h.add("zero", "Other")
	h.enter("missing", catalog.StateMissing)

	targets, planning := h.plan("whole", "all")
	parts, asking, err := federation.Ask(t.Context(), h.engine(), targets, searchFor("widget", search.ModeExact))
	must(t, err)
	if diff := cmp.Diff([]string{"whole=1", "zero=0"}, told(parts)); diff != "" {
		t.Error(diff)
	}
	want := map[string]error{"missing": federation.ErrMissing, "cut": projectbase.ErrCorrupt, "deleted": federation.ErrMissing, "directory": projectbase.ErrForeign,
		"empty": projectbase.ErrCorrupt, "foreign": projectbase.ErrForeign, "pipe": projectbase.ErrForeign, "toonew": projectbase.ErrTooNew}
	for _, f := range append(planning, asking...) {
		if !errors.Is(f.Err, want[f.Project.Name]) || want[f.Project.Name] == nil {
			t.Errorf("%s: %v", f.Project.Name, f.Err)
		}
		delete(want, f.Project.Name)
	}
	for name := range want {
		t.Errorf("%s: no failure", name)
	}
}

// patch writes a big-endian number into a file.
func patch(file string, at int64, n uint32) error {
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt(binary.BigEndian.AppendUint32(nil, n), at)
	return err
}

// TestSlowAndPanicking asks bases of which one heeds its limit, one does not, and
// one panics.
func TestSlowAndPanicking(t *testing.T) {
	h := newHub(t)
	for _, name := range []string{"deaf", "good", "panics", "slow"} {
		h.add(name, "Widget")
	}
	release := make(chan struct{})
	q := federation.Question[int]{Answer: func(ctx context.Context, b federation.Open) (int, error) {
		switch b.Name() {
		case "slow":
			<-ctx.Done()
			return 0, ctx.Err()
		case "deaf":
			<-release
		case "panics":
			panic("malformed data that nobody thought of")
		}
		return 1, nil
	}}
	e := h.engine()
	e.Limit, e.Parallel = 700*time.Millisecond, 4
	targets, _ := h.plan("", "all")
	parts, failures, err := federation.Ask(t.Context(), e, targets, q)
	must(t, err)
	if diff := cmp.Diff([]string{"good=1"}, told(parts)); diff != "" {
		t.Error(diff)
	}
	want := map[string]error{"deaf": federation.ErrSlow, "slow": federation.ErrSlow, "panics": projectbase.ErrCorrupt}
	if len(failures) != len(want) {
		t.Errorf("failures: %v", failures)
	}
	for _, f := range failures {
		if !errors.Is(f.Err, want[f.Project.Name]) {
			t.Errorf("%s: %v", f.Project.Name, f.Err)
		}
	}
	close(release)
}

// TestAskEndsWithItsContext cancels a question while it is asked.
func TestAskEndsWithItsContext(t *testing.T) {
	h := newHub(t)
	h.add("one", "Widget")
	h.add("two", "Widget")
	ctx, cancel := context.WithCancel(t.Context())
	targets, _ := h.plan("", "all")
	_, _, err := federation.Ask(ctx, h.engine(), targets, federation.Question[int]{Answer: func(ctx context.Context, b federation.Open) (int, error) {
		cancel()
		<-ctx.Done()
		return 0, ctx.Err()
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestNestedCountOnce asks a project and one inside of it.
func TestNestedCountOnce(t *testing.T) {
	h := newHub(t)
	h.add("outer/inner", "Widget")
	h.add("outer/innermost", "Widget")
	h.add("outer", "Widget", "Own")
	for scope, want := range map[string][]string{
		"all":             {"inner=1", "innermost=1", "outer=1"},
		"outer":           {"outer=3"},
		"outer,innermost": {"outer=2", "innermost=1"},
	} {
		targets, _ := h.plan("", scope)
		parts, failures, err := federation.Ask(t.Context(), h.engine(), targets, searchFor("Widget", search.ModeExact))
		must(t, err)
		if diff := cmp.Diff(want, told(parts)); diff != "" || len(failures) > 0 {
			t.Errorf("%s: %v\n%s", scope, failures, diff)
		}
	}
}

// TestAskedOnce asks a question that must not be asked twice, around a project that fails.
func TestAskedOnce(t *testing.T) {
	h := newHub(t)
	h.add("outer/inner", "Widget")
	h.add("outer", "Widget")
	must(t, h.pool.Close())
	h.pool = federation.NewPool(8, all.Set())
	targets, _ := h.plan("", "all")
	for _, target := range targets {
		if target.Project.Name == "inner" {
			must(t, os.Truncate(filepath.Join(target.Project.Base, "index.db"), 5000))
		}
	}
	for once, want := range map[bool]int32{true: 1, false: 2} {
		var asked atomic.Int32
		_, failures, err := federation.Ask(t.Context(), h.engine(), targets, federation.Question[int]{Once: once,
			Answer: func(context.Context, federation.Open) (int, error) { return int(asked.Add(1)), nil }})
		must(t, err)
		if asked.Load() != want || len(failures) != 1 {
			t.Errorf("once %v: asked %d times, %d failures", once, asked.Load(), len(failures))
		}
	}
}

// TestNestedFails queries a project and its nested projects. Some indexes fail. The
// outer project answers for the nested files that it has indexed, no file is counted
// twice, and the answer reports each failure.
func TestNestedFails(t *testing.T) {
	h := newHub(t)
	for _, name := range []string{"outer/mid/inner", "outer/mid", "outer/side", "outer"} {
		h.add(name, "Widget")
	}
	h.add("apart", "Widget")
	steps := []struct {
		name string // of the project whose base breaks; "" at first
		want []string
	}{
		{"", []string{"apart=1", "inner=1", "mid=1", "outer=1", "side=1"}},
		{"inner", []string{"apart=1", "mid=2", "outer=1", "side=1", "!inner"}},
		{"side", []string{"apart=1", "mid=2", "outer=2", "!inner", "!side"}},
		{"mid", []string{"apart=1", "outer=4", "!inner", "!mid", "!side"}},
		{"apart", []string{"outer=4", "!apart", "!inner", "!mid", "!side"}},
		{"outer", []string{"!apart", "!inner", "!mid", "!outer", "!side"}},
	}
	for _, step := range steps {
		must(t, h.pool.Close()) // an open index answers from its snapshot
		h.pool = federation.NewPool(8, all.Set())
		targets, _ := h.plan("", "all")
		for _, target := range targets {
			if target.Project.Name == step.name {
				must(t, os.Truncate(filepath.Join(target.Project.Base, "index.db"), 5000))
			}
		}
		parts, failures, err := federation.Ask(t.Context(), h.engine(), targets, searchFor("Widget", search.ModeExact))
		must(t, err)
		got := told(parts)
		for _, f := range failures {
			got = append(got, "!"+f.Project.Name)
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s: %v\n%s", step.name, failures, diff)
		}
	}
}
