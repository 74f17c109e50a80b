package css_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/css"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, css.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, css.Language) }
