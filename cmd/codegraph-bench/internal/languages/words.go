package languages

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/cmd/codegraph-bench/internal/sourcetree"
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/lang/css"
	"codegraph/projectbase/lang/html"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/svelte"
	"codegraph/projectbase/lang/typescript"
	"codegraph/projectbase/lang/vue"
)

// lineWords are the words of each line. The value says whether a word occurs outside of
// strings and comments.
type lineWords map[uint32]map[string]bool

// compareWords compares the terms of a file with a plain scan of it. It ignores keywords
// of the language and of embedded languages.
func (r *row) compareWords(l *lang.Language, f sourcetree.File, have lineWords) {
	for i, line := range bytes.Split(f.Bytes, []byte("\n")) {
		number := uint32(i + 1)
		words := plainWords(line)
		for _, w := range words {
			if own(l, w) {
				continue
			}
			r.Words++
			if _, found := have[number][w]; !found {
				r.Missing++
				r.examples = append(r.examples, fmt.Sprintf("%s:%d: %q is missing", f.Path, number, w))
			}
		}
		for w := range have[number] {
			if !slices.Contains(words, w) && (plain(w) && utf8.Valid(line) || !bytes.Contains(line, []byte(w))) {
				r.Extra++
				r.examples = append(r.examples, fmt.Sprintf("%s:%d: %q is not on the line", f.Path, number, w))
			}
		}
	}
}

func wordsByLine(f *projectbase.Facts) lineWords {
	lines := lineWords{}
	for _, p := range f.Postings {
		var k projectbase.LineKey
		for keys, ok := p.Keys, true; len(keys) > 0; {
			if k, keys, ok = keys.Next(k); !ok {
				break
			}
			if lines[k.Line()] == nil {
				lines[k.Line()] = map[string]bool{}
			}
			code := k.Type() != projectbase.LineString && k.Type() != projectbase.LineComment
			lines[k.Line()][f.Terms.Text(p.Term)] = lines[k.Line()][f.Terms.Text(p.Term)] || code
		}
	}
	return lines
}

// own reports whether a word is a keyword of the language or of an embedded one.
func own(l *lang.Language, word string) bool {
	if slices.Contains(l.Lex.Keywords, word) {
		return true
	}
	switch l.ID {
	case html.Language.ID, svelte.Language.ID, vue.Language.ID:
		for _, guest := range []string{css.Language.ID, javascript.Language.ID, typescript.Language.ID} {
			if slices.Contains(all.Set().ByID(guest).Lex.Keywords, word) {
				return true
			}
		}
	}
	return false
}

// plainWords returns the distinct words of three or more letters on a line.
func plainWords(line []byte) []string {
	var words []string
	for _, w := range strings.FieldsFunc(string(bytes.ToValidUTF8(line, []byte(" "))), func(c rune) bool { return !wordRune(c) }) {
		first, _ := utf8.DecodeRuneInString(w)
		if utf8.RuneCountInString(w) >= 3 && !unicode.IsNumber(first) && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

func wordRune(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c) }

// plain reports whether a scan can find a term: three or more letters.
func plain(term string) bool {
	first, _ := utf8.DecodeRuneInString(term)
	return utf8.RuneCountInString(term) >= 3 && !unicode.IsNumber(first) && strings.IndexFunc(term, func(c rune) bool { return !wordRune(c) }) < 0
}
