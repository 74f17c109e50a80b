package swift_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/swift"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, swift.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, swift.Language) }
