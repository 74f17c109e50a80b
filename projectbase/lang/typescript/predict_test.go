package typescript

import (
	"strings"
	"testing"
)

// rewritten is source with the edits applied, insertions in brackets.
func rewritten(source string) string {
	var b strings.Builder
	at := uint32(0)
	for _, e := range predict([]byte(source)) {
		b.WriteString(source[at:e.Start] + "[" + e.Text + "]")
		at = e.End
	}
	return b.String() + source[at:]
}

func TestPredict(t *testing.T) {
	tests := map[string]string{
		"interface A<in T, const out U> {}":             "interface A<[]T, const []U> {}",
		"interface A<\n  in out T> {}":                  "interface A<\n  []T> {}",
		"for (const a in b) f(x, y in z)":               "",
		"f(a, inner b, in) // words in a comment":       "",
		"export type * from 'a'\nexport type A = B":     "export []* from 'a'\nexport type A = B",
		"type A = import('b').C<D<E>, F> | G":           "type A = import('b').C[] | G",
		"type A = import('b').C; reimport('b').C<D>":    "",
		"type F = {\n  <A>(a: A): B\n  <C>(c: C): D\n}": "type F = {\n  <A>(a: A): B\n  [;]<C>(c: C): D\n}",
		"x: {\n  a(): void\n\n  // c\n  <A>(a): b\n}":   "x: {\n  a(): void\n\n  // c\n  [;]<A>(a): b\n}",
		"type F = {\n  a: b;\n  <C>(c: C): D\n}":        "",
		"const a = <div>\n  {b}\n  <c>(d)</c>\n</div>":  "",
		"const a = f\n  <T>(b)":                         "",
		"const a =\n  <T>(b): c => d":                   "",
	}
	for source, want := range tests {
		if want == "" {
			want = source
		}
		if got := rewritten(source); got != want {
			t.Errorf("%q became %q, want %q", source, got, want)
		}
	}
}

// Unclosed brackets must cost at most a few passes over the file.
func TestPredictUnclosed(t *testing.T) {
	for _, line := range []string{"x\n<", "x\n<(", "import('a').b<"} {
		source := []byte(strings.Repeat(line, 1<<20/len(line)))
		f := prediction{source: source, budget: 4*len(source) + maxArguments}
		f.imports()
		f.signatures()
		if f.budget > 0 || f.budget < -maxArguments {
			t.Errorf("%q leaves a budget of %d", line, f.budget)
		}
	}
}
