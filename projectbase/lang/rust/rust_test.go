package rust_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/rust"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, rust.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, rust.Language) }
