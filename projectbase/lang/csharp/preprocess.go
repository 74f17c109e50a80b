package csharp

import (
	"bytes"
	"regexp"
	"sync"

	"codegraph/projectbase/lang"
)

// extensionBlock matches a block of extension members up to its brace. The
// grammar reads it as a constructor, sometimes without an error.
var extensionBlock = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|[{};])[ \t]*(extension)\s*(?:<[^(){};]*>)?\s*\([^{};]*\)(?:\s*where\s[^{};]*)?\s*\{`)
})

// preprocess turns blocks of extension members into classes.
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
