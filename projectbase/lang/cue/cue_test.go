package cue_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/cue"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, cue.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, cue.Language) }
