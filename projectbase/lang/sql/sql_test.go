package sql_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/sql"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, sql.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, sql.Language) }
