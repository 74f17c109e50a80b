package expr

import "testing"

func TestLastName(t *testing.T) {
	for name, want := range map[string]string{
		"": "", "a": "a", "a.b": "b", "a::b": "b", `A\B`: "B", "a.B<c.D>": "B", "a.b[c.d]": "b", "List<a.B>.Node": "List",
		"[]a.T": "T", "<T>": "<T>", "<T>a<X>": "<T>a<X>", "<a.T>b.C": "C",
	} {
		if got := LastName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
