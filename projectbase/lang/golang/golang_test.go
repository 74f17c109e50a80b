package golang_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/golang"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, golang.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, golang.Language) }
