package vue_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/css"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/typescript"
	"codegraph/projectbase/lang/vue"
)

func TestCorpus(t *testing.T) {
	extracttest.Run(t, vue.Language, css.Language, javascript.Language, typescript.Language)
}

func FuzzFile(f *testing.F) {
	extracttest.Fuzz(f, vue.Language, css.Language, javascript.Language, typescript.Language)
}
