package markdown_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/markdown"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, markdown.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, markdown.Language) }
