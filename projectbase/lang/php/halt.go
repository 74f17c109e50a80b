package php

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"codegraph/projectbase/lang"
)

// halts ends the code of a file. Data follows, such as the files of a PHAR
// archive.
var halts = lang.Finder{Regexp: regexp.MustCompile(`(?i)\b__halt_compiler\s*\(\s*\)\s*(?:;|\?>)`), May: func(line []byte) bool {
	const word = "halt_compiler"
	_, rest, ok := bytes.Cut(line, []byte("__"))
	for ; ok; _, rest, ok = bytes.Cut(rest, []byte("__")) {
		if len(rest) >= len(word) && strings.EqualFold(string(rest[:len(word)]), word) {
			return true
		}
	}
	return false
}}

// preprocess masks binary data after the code.
func preprocess(source []byte) []lang.Edit {
	for _, m := range halts.Matches(source) {
		if begins(source[:m[0]]) && !utf8.Valid(source[m[1]:]) {
			return []lang.Edit{dataFrom(source, m[1])}
		}
	}
	return nil
}

// begins reports whether a statement begins after a text. Comments and strings
// may also contain __halt_compiler.
// name the end of the code, too.
func begins(before []byte) bool {
	line := bytes.TrimRight(before[bytes.LastIndexByte(before, '\n')+1:], " \t")
	return len(line) == 0 || strings.IndexByte(";{}", line[len(line)-1]) >= 0 || bytes.HasSuffix(line, []byte("<?php"))
}

// halted masks the text after the end of the code, if the end is outside of
// strings and comments.
func halted(source []byte, plain func(uint32) bool) []lang.Edit {
	for _, m := range halts.Matches(source) {
		if plain(uint32(m[0])) {
			return []lang.Edit{dataFrom(source, m[1])}
		}
	}
	return nil
}

func dataFrom(source []byte, at int) lang.Edit {
	return lang.Edit{Start: uint32(at), End: uint32(len(source)), Text: strings.Repeat("\n", bytes.Count(source[at:], []byte("\n")))}
}
