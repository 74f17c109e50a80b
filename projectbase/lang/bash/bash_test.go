package bash_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/bash"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, bash.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, bash.Language) }
