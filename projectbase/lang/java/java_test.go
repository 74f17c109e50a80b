package java_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/java"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, java.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, java.Language) }
