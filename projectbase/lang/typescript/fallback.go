package typescript

import (
	"bytes"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// Constructs that the grammar lacks. A match in a comment or a string does no
// harm.
var (
	variance     = lang.Lazily(`[<,]\s*(?:const\s+)?((?:in[ \t]+out|in|out)[ \t]+)[\p{L}_$]`)
	typeReexport = lang.Lazily(`\bexport[ \t]+(type[ \t]*)\*`)
	typeImport   = lang.Lazily(`\bimport\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)(?:\.[\w$]+)+(<)`)
)

// maxArguments bounds searched type arguments, in bytes; maxUnended bounds the
// number of unclosed ones.
const (
	maxArguments = 1 << 14
	maxUnended   = 64
)

// fallbackEdits masks variance annotations, the word type in "export type *",
// and the arguments of imported types.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, pattern := range []lang.Finder{
		{Regexp: variance(), May: lang.Has("in ", "in\t", "out ", "out\t")},
		{Regexp: typeReexport(), May: lang.Has("export")},
	} {
		for _, m := range pattern.Matches(t.Source) {
			edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(m[3])})
		}
	}
	unended := 0
	imports := lang.Finder{Regexp: typeImport(), May: lang.Has("import(")}
	for _, m := range imports.Matches(t.Source) {
		end := argumentsEnd(t.Source, m[2])
		if end == 0 {
			if unended++; unended > maxUnended {
				break
			}
			continue
		}
		edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(end), Text: blanks(t.Source[m[2]:end])})
	}
	return lang.InOrder(edits)
}

// endMembers also inserts a semicolon before a call signature: a line that
// begins with type parameters, after a line without a semicolon.
func endMembers(t *syntax.Tree) []lang.Edit {
	edits := fallbackEdits(t)
	ended, offset := false, 0
	for line := range bytes.Lines(t.Source) {
		text := bytes.TrimSpace(line)
		at := uint32(offset + bytes.IndexByte(line, '<'))
		offset += len(line)
		if idle(text) {
			continue
		}
		if text[0] == '<' && ended {
			edits = append(edits, lang.Edit{Start: at, End: at, Text: ";"})
		}
		ended = unended(text)
	}
	return lang.InOrder(edits)
}

// idle reports whether a line contains no code.
func idle(text []byte) bool {
	return len(text) == 0 || text[0] == '*' || bytes.HasPrefix(text, []byte("//")) || bytes.HasPrefix(text, []byte("/*"))
}

// unended reports whether a line with code may end a member, and has no
// semicolon.
func unended(text []byte) bool {
	if comment := bytes.Index(text, []byte(" //")); comment > 0 {
		text = bytes.TrimSpace(text[:comment])
	}
	last := text[len(text)-1]
	return wordByte(last) || bytes.IndexByte([]byte(">}])'\"`"), last) >= 0 && !bytes.HasSuffix(text, []byte("=>"))
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// blanks returns the line breaks of text.
func blanks(text []byte) string {
	n := bytes.Count(text, []byte("\n"))
	return string(bytes.Repeat([]byte("\n"), n))
}

// argumentsEnd returns the offset after the > that closes the < at open, 0 if
// there is none.
func argumentsEnd(text []byte, open int) int {
	depth := 0
	for i := open; i < len(text) && i < open+maxArguments; i++ {
		switch text[i] {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			if text[i] == '>' && text[i-1] == '=' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'', '`':
			end := bytes.IndexByte(text[i+1:min(len(text), i+maxArguments)], text[i])
			if end < 0 {
				return 0
			}
			i += end + 1
		}
	}
	return 0
}
