package lua_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/lua"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, lua.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, lua.Language) }
