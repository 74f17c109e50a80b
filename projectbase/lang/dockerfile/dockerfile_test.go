package dockerfile_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/dockerfile"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, dockerfile.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, dockerfile.Language) }
