package text_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/text"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, text.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, text.Language) }
