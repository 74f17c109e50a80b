package groovy_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/groovy"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, groovy.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, groovy.Language) }
