package csharp_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/csharp"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, csharp.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, csharp.Language) }
