package ocaml_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/ocaml"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, ocaml.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, ocaml.Language) }
