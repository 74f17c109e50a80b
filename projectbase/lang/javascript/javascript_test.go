package javascript_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/javascript"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, javascript.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, javascript.Language) }
