package bash

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// extended is an extended pattern without a nested one: @(a|b).
var extended = regexp.MustCompile(`[@*+?!]\([^()\n]*\)`)

// maxGroups bounds the nesting of patterns.
const maxGroups = 4

// patterns replaces extended patterns by words, because the grammar accepts
// them in few positions.
func patterns(t *syntax.Tree) []lang.Edit {
	text := bytes.Clone(t.Source)
	for range maxGroups {
		found := extended.FindAllIndex(text, -1)
		if found == nil {
			break
		}
		for _, m := range found {
			for i := m[0]; i < m[1]; i++ {
				text[i] = 'x'
			}
		}
	}
	return differences(t.Source, text)
}

// unsupported are constructs that the grammar rejects, most of them of zsh,
// each with the replacement of its first group. Blanks fill the rest of the
// group. The first column is text that a line must contain. The patterns are
// compiled on first use, because most processes need none.
var unsupported = sync.OnceValue(func() []piece {
	return []piece{
		{"\"((", regexp.MustCompile(`"(\(\()`), "__"},
		{"${", regexp.MustCompile(`\$\{([~=^]*(?:\([^()\n"'$]{0,20}\))?[~=^]*):[-+=?]`), "x"},       // ${(%):-%N}
		{"${", regexp.MustCompile(`\$\{([~=^]*\([^()\n"'$]{0,20}\)[~=^]*)`), ""},                    // ${(f)x}
		{"${", regexp.MustCompile(`\$\{([~=^]+)[\w@*]`), ""},                                        // ${~x}
		{"${", regexp.MustCompile(`\$\{(?:\([^()\n"'$]{0,20}\))?[~=^]*()(?:"|\$[({])`), "x:-"},      // ${${x}#y}
		{"+", regexp.MustCompile(`\$\{?(\+)\w`), ""},                                                // ${+x}
		{"${", regexp.MustCompile(`\$\{(?:\([^()\s"'$]*\))?#?[\w*@]+(?:\[[^]\n]*\])?(:#)`), "##"},   // ${x:#y}
		{"${", regexp.MustCompile(`\$\{\w+(:g?s/[^{}\n]*)\}`), ""},                                  // ${x:gs/%/%%}
		{"[", regexp.MustCompile(`\$\+?\w+(\[[^]\n]*\])`), ""},                                      // $x[1]
		{"${", regexp.MustCompile(`\$\{#?[\w@*]+(?:\[[^]\n]*\])?((?::[aAhtrePlucq]\d?)+)[:}]`), ""}, // ${x:t:r}
		{"${", regexp.MustCompile(`\$\{\w+(:[|*]\w+)\}`), ""},                                       // ${x:|y}
		{"$#", regexp.MustCompile(`\$(#)\w`), ""},                                                   // $#x
		{"((", regexp.MustCompile(`\(\([ \t]*(#)\w`), ""},
		{"==(", regexp.MustCompile(`\w=(=)\(`), "$"},                                    // x==(run)
		{")", regexp.MustCompile(`[\w*}"'/](\([-\w./@=:#^,[\]+%]+\))[ \t)"]`), ""},      // *(.N)
		{"|", regexp.MustCompile(`(?m)[\w:.*/-](\([^()\s"'$]*\|[^()\s"'$]*\))`), "x"},   // a(b|c)
		{"|", regexp.MustCompile(`(?m)^[ \t]*(\([^()\n]*\|[^()\n]*\))[^()\s]+\)`), "x"}, // (b|c)d)
		{"<", regexp.MustCompile(`[ \t=(|](<\d*-\d*>)`), "x"},
		{"for", regexp.MustCompile(`\bfor[ \t]+\w+((?:[ \t]+\w+)+?)[ \t]+in[ \t]`), ""}, // for x y in z
		{"function", regexp.MustCompile(`(?m)^[ \t]*(function)[ \t]*\{`), ""},
		{"[(", regexp.MustCompile(`\w\[(\([a-zA-Z]+\))`), ""},                                                                      // ${x[(r)y]}
		{"()", regexp.MustCompile(`(?m)^[ \t]*(\(\))[ \t]*\{`), ""},                                                                // a function without a name
		{"function", regexp.MustCompile(`(?m)^[ \t]*function[ \t]+[\w:.@+-]+((?:[ \t]+[\w:.@+-]+)+)[ \t]*(?:\(\)[ \t]*)?\{`), " "}, // of several names one
		{"}", regexp.MustCompile(`(?m)[{][ \t][^\n]*[^\s;&{]([ \t])[ \t]*\}[ \t]*(?:$|[|&)])`), ";"},                               // { run }
		{"&", regexp.MustCompile(`(?m)(&[|!])[ \t]*$`), "&"},
		{"always", regexp.MustCompile(`\}[ \t]*(always)[ \t]*\{`), ";"},
		{"for", regexp.MustCompile(`\bfor[ \t]+\w+[ \t]+(\()[^()\n]*\)`), "in "}, // for x (a b)
		{"for", regexp.MustCompile(`\bfor[ \t]+\w+[ \t]+\([^()\n]*(\))`), ";"},
		{"for", regexp.MustCompile(`\bfor[ \t]+\w+[ \t]+\([^()\n]*\)[ \t]*(;)`), ""},
	}
})

type piece struct {
	has  string
	at   *regexp.Regexp
	text string
}

// expansions replaces expansions that Bash does not have by similar ones.
func expansions(t *syntax.Tree) []lang.Edit {
	edits := make([][]lang.Edit, len(unsupported())) // in list order: of overlapping edits the first in the list wins
	at := 0
	for line := range bytes.Lines(t.Source) {
		for i, n := range unsupported() {
			if !bytes.Contains(line, []byte(n.has)) {
				continue
			}
			for _, m := range n.at.FindAllSubmatchIndex(bytes.TrimRight(line, "\r\n"), -1) {
				text := n.text
				if text == " " {
					text = strings.Repeat(" ", m[3]-m[2])
				}
				edits[i] = append(edits[i], lang.Edit{Start: uint32(at + m[2]), End: uint32(at + m[3]), Text: text})
			}
		}
		at += len(line)
	}
	return lang.InOrder(slices.Concat(edits...))
}

// fallbackEdits combines the edits of patterns and expansions.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	return lang.InOrder(append(expansions(t), patterns(t)...))
}

// differences returns the edits that turn one text into another of equal
// length.
func differences(from, to []byte) []lang.Edit {
	var edits []lang.Edit
	for i := 0; i < len(from); i++ {
		if from[i] == to[i] {
			continue
		}
		end := i + 1
		for end < len(from) && from[end] != to[end] {
			end++
		}
		edits = append(edits, lang.Edit{Start: uint32(i), End: uint32(end), Text: string(to[i:end])})
		i = end
	}
	return edits
}
