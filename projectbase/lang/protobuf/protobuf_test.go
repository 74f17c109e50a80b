package protobuf_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/protobuf"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, protobuf.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, protobuf.Language) }
