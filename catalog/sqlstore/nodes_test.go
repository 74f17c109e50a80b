package sqlstore

import (
	"path/filepath"
	"testing"

	"codegraph/catalog/catalogtest"
)

func TestTeam(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		catalogtest.RunTeam(t, func(t *testing.T) catalogtest.Team { return mustOpen(t, filepath.Join(t.TempDir(), "catalog.db")) })
	})
	t.Run("postgres", func(t *testing.T) {
		catalogtest.RunTeam(t, func(t *testing.T) catalogtest.Team { return mustOpenPostgres(t, catalogtest.Postgres(t)) })
	})
}
