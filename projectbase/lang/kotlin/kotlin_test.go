package kotlin_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/kotlin"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, kotlin.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, kotlin.Language) }
