package resolve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
)

func isNameStart(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return c == '_' || c == '$' || c == '@' || c == '\\' || c == ':' || unicode.IsLetter(c)
}

func isName(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

func cutSpace(s string) (first, rest string, ok bool) {
	i := strings.IndexByte(s, ' ')
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimSpace(s[i+1:]), true
}

// otherSystems are the systems and processors that a Go file's name can be for,
// but for the most common.
var otherSystems = []string{"aix", "android", "darwin", "dragonfly", "freebsd", "illumos", "ios", "js", "netbsd", "openbsd", "plan9",
	"solaris", "wasip1", "windows", "386", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64",
	"s390x", "wasm", "other", "stub", "fallback", "unsupported", "noop"}

// otherBuild reports whether a Go file is for another system by its name. The
// rule is that of the go command: a suffix _GOOS, _GOARCH or _GOOS_GOARCH; by
// custom, a suffix such as _go116 is for old releases.
func otherBuild(p projectbase.Path) bool {
	name, ok := strings.CutSuffix(p.Base(), ".go")
	if !ok {
		return false
	}
	for _, part := range strings.Split(strings.TrimSuffix(name, "_test"), "_")[1:] {
		if slices.Contains(otherSystems, part) || strings.HasPrefix(part, "go1") && strings.Trim(part[2:], "0123456789") == "" {
			return true
		}
	}
	return false
}
