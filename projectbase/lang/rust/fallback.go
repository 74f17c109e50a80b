package rust

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// preprocess masks the interpreter line and the frontmatter of a script.
func preprocess(source []byte) []lang.Edit {
	end := 0
	if bytes.HasPrefix(source, []byte("#!/")) {
		if end = bytes.IndexByte(source, '\n'); end < 0 {
			end = len(source)
		}
	}
	end += frontmatter(source[end:])
	if end == 0 {
		return nil
	}
	return []lang.Edit{{Start: 0, End: uint32(end), Text: blanks(source[:end])}}
}

// frontmatter returns the end of the manifest at the start of a text, between
// two lines of equally many dashes; 0 if there is none.
func frontmatter(text []byte) int {
	begin := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	rest := text[begin:]
	dashes := len(rest) - len(bytes.TrimLeft(rest, "-"))
	if dashes < 3 {
		return 0
	}
	fence := append([]byte{'\n'}, rest[:dashes]...)
	end := bytes.Index(rest[dashes:], fence)
	if end < 0 {
		return 0
	}
	return begin + dashes + end + len(fence)
}

// gaps are constructs that the grammar lacks. The first group of each is
// masked, or is a macro's name that the grammar reads as a type. The patterns
// are compiled on first use, because most processes need none.
var gaps = sync.OnceValue(func() []gap {
	return []gap{
		{regexp.MustCompile(`\b(str|bool|char|[iu](?:8|16|32|64|128|size)|f32|f64)!\s*[\[({]`), true},
		{regexp.MustCompile(`\b(async)(?:\s+move)?\s*\|`), false},
		{regexp.MustCompile(`\b(unsafe)\s+extern\s*(?:"[^"\n]*"\s*)?\{`), false},
		{regexp.MustCompile(`(?m)^[ \t]*(?:pub(?:\([^)\n]*\))?\s+)?(safe)\s+(?:fn|static)\b`), false},
		{regexp.MustCompile(`(?m)^[ \t]*(?:pub(?:\([^)\n]*\))?\s+)?(unsafe)\s+static\b`), false},
		{regexp.MustCompile(`&(raw\s+const)\s`), false},
		{regexp.MustCompile(`&(raw)\s+mut\s`), false},
		{regexp.MustCompile(`\bimpl\b(?:<[^{}()]*>)?\s*(const)\s+[\w:]+(?:<[^{}]*>)?\s+for\b`), false},
		{regexp.MustCompile(`\b(const|auto)\s+(?:unsafe\s+)?trait\b`), false},
	}
})

type gap struct {
	*regexp.Regexp
	name bool
}

// predict finds macros named like primitive types, which some projects have in
// each test file.
func predict(source []byte) []lang.Edit {
	for _, name := range []string{"str!", "bool!", "char!"} {
		if bytes.Contains(source, []byte(name)) {
			return gaps()[0].edits(source)
		}
	}
	return nil
}

// fallbackEdits masks constructs that the grammar lacks, with blanks of the
// same length.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, g := range gaps() {
		edits = append(edits, g.edits(t.Source)...)
	}
	return lang.InOrder(edits)
}

// edits masks the matches of a gap.
func (g gap) edits(source []byte) []lang.Edit {
	var edits []lang.Edit
	for _, m := range g.FindAllSubmatchIndex(source, -1) {
		e := lang.Edit{Start: uint32(m[2]), End: uint32(m[3])}
		if g.name {
			e.Text = strings.Repeat("x", m[3]-m[2])
		} else {
			e.Text = blanks(source[m[2]:m[3]])
		}
		edits = append(edits, e)
	}
	return edits
}

// blanks masks text except line ends.
func blanks(text []byte) string {
	out := bytes.Clone(text)
	for i, c := range out {
		if c != '\n' && c != '\r' {
			out[i] = ' '
		}
	}
	return string(out)
}
