package ruby_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/ruby"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, ruby.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, ruby.Language) }
