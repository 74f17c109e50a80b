package rust

import (
	"bytes"
	"strings"

	"codegraph/projectbase/lang"
)

// prepare hides the line that names an interpreter: the grammar reads only a
// part of it.
func prepare(source []byte) []lang.Edit {
	if !bytes.HasPrefix(source, []byte("#!/")) {
		return nil
	}
	end := bytes.IndexByte(source, '\n')
	if end < 0 {
		end = len(source)
	}
	return []lang.Edit{{Start: 0, End: uint32(end), Text: strings.Repeat(" ", end)}}
}
