package hcl_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/hcl"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, hcl.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, hcl.Language) }
