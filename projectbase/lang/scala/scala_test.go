package scala_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/scala"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, scala.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, scala.Language) }
