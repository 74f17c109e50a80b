package elm_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/elm"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, elm.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, elm.Language) }
