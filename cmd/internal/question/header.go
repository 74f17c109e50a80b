package question

import (
	"regexp"
	"strings"
)

var (
	licence = regexp.MustCompile(`(?i)copyright|licen[sc]e|spdx-|all rights reserved`)
	// terms are words of licences that stand in lines without the above.
	terms = regexp.MustCompile(`(?i)warrant(y|ies)|permission|redistribut|liab(le|ility)|the software`)
)

// withoutLicence returns the header comment of a file without its copyright and
// licence notice.
func withoutLicence(comment string) string {
	lines := strings.Split(strings.TrimSpace(comment), "\n")
	if !licence.MatchString(lines[0]) {
		return strings.Join(lines, "\n")
	}
	last := 0
	for i, l := range lines {
		if licence.MatchString(l) || terms.MatchString(l) {
			last = i
		}
	}
	return strings.TrimSpace(strings.Join(lines[last+1:], "\n"))
}

// headline returns the first sentence of a comment, or its first paragraph if it
// has none, on one line.
func headline(comment string) string {
	paragraph, _, _ := strings.Cut(comment, "\n\n")
	text := strings.Join(strings.Fields(paragraph), " ")
	if i := strings.Index(text, ". "); i >= 0 {
		return text[:i+1]
	}
	return text
}
