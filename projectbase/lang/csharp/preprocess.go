package csharp

import (
	"bytes"
	"regexp"
	"sync"

	"codegraph/projectbase/lang"
)

// extensionBlock is a block of extension members up to its brace: the grammar takes
// it for a constructor, without an error if there are but methods in it.
var extensionBlock = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|[{};])[ \t]*(extension)\s*(?:<[^(){};]*>)?\s*\([^{};]*\)(?:\s*where\s[^{};]*)?\s*\{`)
})

// preprocess makes classes of blocks of extension members.
func preprocess(source []byte) []lang.Edit {
	if !bytes.Contains(source, []byte("extension")) {
		return nil
	}
	var edits []lang.Edit
	for _, m := range extensionBlock().FindAllSubmatchIndex(source, -1) {
		edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(m[2]), Text: "class "})
	}
	return edits
}
