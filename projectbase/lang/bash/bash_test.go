package bash_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/bash"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, bash.Language) }
