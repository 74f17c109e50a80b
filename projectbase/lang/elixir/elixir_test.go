package elixir_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/elixir"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, elixir.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, elixir.Language) }
