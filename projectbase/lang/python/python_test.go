package python_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/python"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, python.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, python.Language) }
