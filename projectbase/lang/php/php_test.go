package php_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/php"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, php.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, php.Language) }
