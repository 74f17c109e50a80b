package search

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// maxProgram bounds the instructions of a compiled regular expression, and so
// the time for one item. A short text may compile to many instructions:
// {1000} in a group of {1000}.
const maxProgram = 5000

// compileTerm returns the regular expression for a term; its errors wrap
// projectbase.ErrUsage.
func compileTerm(term string, caseSensitive bool) (*regexp.Regexp, error) {
	flags := syntax.Perl
	if !caseSensitive {
		flags |= syntax.FoldCase
	}
	parsed, err := syntax.Parse(term, flags)
	if err != nil {
		return nil, query.UsageError("%q is not a regular expression (RE2): %v", term, err)
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, query.UsageError("%q is not a regular expression (RE2): %v", term, err)
	}
	if len(prog.Inst) > maxProgram {
		return nil, query.UsageError("the regular expression %q is too large; use smaller repetitions", term)
	}
	if !caseSensitive {
		term = "(?i)" + term
	}
	re, err := regexp.Compile(term)
	if err != nil {
		return nil, query.UsageError("%q is not a regular expression (RE2): %v", term, err)
	}
	return re, nil
}

// matcher returns a function that reports whether an item matches s. Check
// has accepted s.
func (s *Query) matcher() (func(item string) bool, error) {
	if s.Mode == ModeRegex {
		re, err := compileTerm(s.Term, s.CaseSensitive)
		if err != nil {
			return nil, err
		}
		return re.MatchString, nil
	}
	same := func(x string) string { return x }
	if !s.CaseSensitive {
		same = projectbase.Fold
	}
	term := same(s.Term)
	switch s.Mode {
	case ModeContains:
		return func(item string) bool { return strings.Contains(same(item), term) }, nil
	case ModeStartsWith:
		return func(item string) bool { return strings.HasPrefix(same(item), term) }, nil
	}
	return func(item string) bool { return same(item) == term }, nil
}

// holdsWhole reports whether line contains term as a whole word. An end of
// term that is no word character may touch other text. Both texts must be
// folded in the same way.
func holdsWhole(line, term string) bool {
	first, _ := utf8.DecodeRuneInString(term)
	last, _ := utf8.DecodeLastRuneInString(term)
	for from := 0; ; {
		i := strings.Index(line[from:], term)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(line[:i])
		after, _ := utf8.DecodeRuneInString(line[i+len(term):])
		if !(query.IsWord(first) && i > 0 && query.IsWord(before)) && !(query.IsWord(last) && i+len(term) < len(line) && query.IsWord(after)) {
			return true
		}
		from = i + 1
	}
}
