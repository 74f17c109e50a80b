package cpp_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/cpp"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, cpp.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, cpp.Language) }
