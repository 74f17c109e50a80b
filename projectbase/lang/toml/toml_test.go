package toml_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/toml"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, toml.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, toml.Language) }
