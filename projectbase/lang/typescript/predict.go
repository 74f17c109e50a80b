package typescript

import (
	"bytes"
	"regexp"
	"sync"

	"codegraph/projectbase/lang"
)

// predict finds the edits of fallbackEdits and endMembers without a tree, by
// plain searches, because most files need none. It ends a member only before a
// complete call signature with its result type, so that it never changes other
// code.
func predict(source []byte) []lang.Edit {
	f := prediction{source: source, budget: 4*len(source) + maxArguments}
	f.reexports()
	f.imports()
	f.variances("in ")
	f.variances("out ")
	f.signatures()
	return lang.InOrder(f.edits)
}

type prediction struct {
	source []byte
	budget int // bytes left for searching the ends of brackets
	edits  []lang.Edit
}

// each calls fn with the offset of each occurrence of part.
func (f *prediction) each(part string, fn func(at int)) {
	for from := 0; ; {
		k := bytes.Index(f.source[from:], []byte(part))
		if k < 0 {
			return
		}
		fn(from + k)
		from += k + len(part)
	}
}

// end is argumentsEnd within the budget.
func (f *prediction) end(open int) int {
	if f.budget <= 0 {
		return 0
	}
	end := argumentsEnd(f.source, open)
	if end == 0 {
		f.budget -= maxArguments
	} else {
		f.budget -= end - open
	}
	return end
}

// reexports masks the word type in "export type *".
func (f *prediction) reexports() {
	f.each("export type", func(at int) {
		word := at + len("export ")
		end := word + len("type")
		for end < len(f.source) && (f.source[end] == ' ' || f.source[end] == '\t') {
			end++
		}
		if end < len(f.source) && f.source[end] == '*' && (at == 0 || !wordByte(f.source[at-1])) {
			f.edits = append(f.edits, lang.Edit{Start: uint32(word), End: uint32(end)})
		}
	})
}

// imports masks the arguments of imported types.
func (f *prediction) imports() {
	f.each("import(", func(at int) {
		m := leadingImport().FindSubmatchIndex(f.source[at:])
		if m == nil || at > 0 && wordByte(f.source[at-1]) {
			return
		}
		open := at + m[2]
		if end := f.end(open); end > 0 {
			f.edits = append(f.edits, lang.Edit{Start: uint32(open), End: uint32(end), Text: blanks(f.source[open:end])})
		}
	})
}

// Patterns of fallback.go, anchored at the start of a text.
var (
	leadingVariance = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^(?:" + variance().String() + ")") })
	leadingImport   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^(?:" + typeImport().String() + ")") })
)

// variances masks variance annotations that end with word.
func (f *prediction) variances(word string) {
	f.each(word, func(at int) {
		begin := at
		for _, before := range []string{"in", "const"} {
			begin = spacesBefore(f.source, begin)
			if rest := f.source[:begin]; bytes.HasSuffix(rest, []byte(before)) {
				begin = spacesBefore(f.source, begin-len(before))
			}
		}
		if begin == 0 || f.source[begin-1] != '<' && f.source[begin-1] != ',' {
			return
		}
		begin--
		if m := leadingVariance().FindSubmatchIndex(f.source[begin:]); m != nil && begin+m[2] <= at && at < begin+m[3] {
			f.edits = append(f.edits, lang.Edit{Start: uint32(begin + m[2]), End: uint32(begin + m[3])})
		}
	})
}

// spacesBefore returns the start of the white space that ends at an offset.
func spacesBefore(source []byte, at int) int {
	for at > 0 && (source[at-1] == ' ' || source[at-1] == '\t' || source[at-1] == '\n' || source[at-1] == '\r') {
		at--
	}
	return at
}

// signatures ends the members before call signatures.
func (f *prediction) signatures() {
	for from := 0; ; {
		k := bytes.Index(f.source[from:], []byte("<"))
		if k < 0 {
			return
		}
		at := from + k
		from = at + 1
		begin := at
		for begin > 0 && (f.source[begin-1] == ' ' || f.source[begin-1] == '\t') {
			begin--
		}
		if begin > 0 && f.source[begin-1] == '\n' && f.afterMember(begin) && f.isSignature(at) {
			f.edits = append(f.edits, lang.Edit{Start: uint32(at), End: uint32(at), Text: ";"})
		}
	}
}

// isSignature reports whether type parameters, parameters and the colon of a
// result type begin at an offset.
func (f *prediction) isSignature(at int) bool {
	end := f.end(at)
	if end == 0 || end >= len(f.source) || f.source[end] != '(' {
		return false
	}
	end = f.end(end)
	return end > 0 && end < len(f.source) && f.source[end] == ':'
}

// afterMember reports whether the last line of code before an offset may be a
// member without a semicolon.
func (f *prediction) afterMember(at int) bool {
	for at > 0 {
		begin := bytes.LastIndexByte(f.source[:at-1], '\n') + 1
		if text := bytes.TrimSpace(f.source[begin:at]); !idle(text) {
			return unended(text)
		}
		at = begin
	}
	return false
}
