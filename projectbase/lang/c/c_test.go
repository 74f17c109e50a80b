package c_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/c"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, c.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, c.Language) }
