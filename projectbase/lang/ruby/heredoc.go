package ruby

import (
	"bytes"

	"codegraph/projectbase/lang"
)

// maxTag bounds the tags of heredocs, in bytes: the grammar aborts the process
// at 256.
const maxTag = 200

// preprocess masks the << before heredoc tags that are too long. Most often
// they are unclosed strings.
func preprocess(source []byte) []lang.Edit {
	var edits []lang.Edit
	for at := 0; ; {
		next := bytes.Index(source[at:], []byte("<<"))
		if next < 0 {
			return edits
		}
		at += next
		tag := at + 2
		if tag < len(source) && (source[tag] == '-' || source[tag] == '~') {
			tag++
		}
		if !longTag(source[tag:]) {
			at++
			continue
		}
		edits = append(edits, lang.Edit{Start: uint32(at), End: uint32(tag), Text: "   "[:tag-at]})
		at = tag
	}
}

// longTag reports whether a text begins with a heredoc tag longer than maxTag,
// in quotes or as a word.
func longTag(text []byte) bool {
	if len(text) <= maxTag {
		return false
	}
	if quote := text[0]; quote == '\'' || quote == '"' || quote == '`' {
		return bytes.IndexByte(text[1:maxTag+1], quote) < 0
	}
	for _, c := range text[:maxTag] {
		if c != '_' && c < 0x80 && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return false
		}
	}
	return true
}
