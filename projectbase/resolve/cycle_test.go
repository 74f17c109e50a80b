package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"codegraph/projectbase"
)

// TestImportCycles resolves names in files that all import each other: a name that one
// file declares, and a name that none declares. The number of paths is exponential.
func TestImportCycles(t *testing.T) {
	const files = 24
	for _, l := range []struct {
		extension, load, use, declare, want string
	}{
		{"ts", "export * from './f%d'\n", "import { wanted, missing } from './f0'\nwanted()\nmissing()\n", "export function wanted() {}\n", "use.ts:2 call wanted -> exact import f23.ts:1:wanted"},
		{"py", "from f%d import *\n", "from f0 import wanted, missing\nwanted()\nmissing()\n", "def wanted(): pass\n", "use.py:2 call wanted -> exact import f23.py:1:wanted"},
		{"sh", "source ./f%d.sh\n", "source ./f0.sh\nwanted\nmissing\n", "wanted() { true; }\n", "use.sh:2 call wanted -> scoped wildcard f23.sh:1:wanted"},
		{"lua", "require('f%d')\n", "local f = require('f0')\nf.wanted()\nf.missing()\n", "function wanted() end\n", "use.lua:2 call wanted -> exact qualifier f23.lua:1:wanted"},
	} {
		t.Run(l.extension, func(t *testing.T) {
			p := newProject(t, settings)
			for i := range files + 1 {
				name, text := projectbase.Path(fmt.Sprintf("f%d.%s", i, l.extension)), ""
				switch i {
				case files:
					name, text = projectbase.Path("use."+l.extension), l.use
				case files - 1:
					text = l.declare
				}
				for other := range files {
					if i < files && other != i {
						text += fmt.Sprintf(l.load, other)
					}
				}
				p.files[uint32(i)] = mustExtract(t, uint32(i), name, text, nil)
				p.p.Put(p.files[uint32(i)].outline)
			}
			p.resolve(files)
			lines := p.lines()
			if !strings.Contains(lines, l.want) || strings.Contains(lines, "missing ->") {
				t.Errorf("edges of use.%s:\n%s\nwant %s and no edge for missing", l.extension, lines, l.want)
			}
		})
	}
}
