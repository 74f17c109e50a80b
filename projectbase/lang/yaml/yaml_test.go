package yaml_test

import (
	"testing"

	"codegraph/projectbase/extract/extracttest"
	"codegraph/projectbase/lang/yaml"
)

func TestCorpus(t *testing.T) { extracttest.Run(t, yaml.Language) }

func FuzzFile(f *testing.F) { extracttest.Fuzz(f, yaml.Language) }
