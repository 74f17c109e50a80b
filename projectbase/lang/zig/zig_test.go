package zig_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/zig"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, zig.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, zig.Language) }
