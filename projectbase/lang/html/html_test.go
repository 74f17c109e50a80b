package html_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/css"
	"codegraph/projectbase/lang/html"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/typescript"
)

func TestCorpus(t *testing.T) {
	extracttest.Run(t, html.Language, css.Language, javascript.Language, typescript.Language)
}

func FuzzFile(f *testing.F) {
	extracttest.Fuzz(f, html.Language, css.Language, javascript.Language, typescript.Language)
}
