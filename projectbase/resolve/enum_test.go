package resolve_test

import (
	"strings"
	"testing"
)

// TestEnumerators resolves C enumerators in the scope around their enum: a file, a
// namespace or a class. Enumerators of an enum class need its name.
func TestEnumerators(t *testing.T) {
	p := newProject(t, settings)
	p.put(1, "kind.h", "enum Kind { kOne, kTwo };\ntypedef enum { MODE_ONE } mode;\n")
	p.put(2, "use.cc", `#include "kind.h"
namespace n {
enum Color { kRed };
enum class Shade { kDark };
class Q { enum State { kOpen }; int f(); };
int Q::f() { return g(kOne, MODE_ONE, kRed, Shade::kDark, kOpen); }
}
`)
	got := p.lines()
	for _, want := range []string{"kOne -> scoped unit kind.h:1:kOne", "MODE_ONE -> scoped unit kind.h:2:MODE_ONE", "kRed -> exact file use.cc:3:kRed",
		"kDark -> exact qualifier use.cc:4:kDark", "kOpen -> exact self use.cc:5:kOpen"} {
		if !strings.Contains(got, "use.cc:6 member "+want) {
			t.Errorf("no edge %q in:\n%s", want, got)
		}
	}
}
