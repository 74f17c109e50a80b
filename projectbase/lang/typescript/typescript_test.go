package typescript_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/typescript"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, typescript.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, typescript.Language) }
