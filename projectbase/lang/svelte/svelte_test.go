package svelte_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/css"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/svelte"
	"codegraph/projectbase/lang/typescript"
)

func TestCorpus(t *testing.T) {
	extracttest.Run(t, svelte.Language, css.Language, javascript.Language, typescript.Language)
}

func FuzzFile(f *testing.F) {
	extracttest.Fuzz(f, svelte.Language, css.Language, javascript.Language, typescript.Language)
}
