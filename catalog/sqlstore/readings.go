package sqlstore

import (
	"context"
	"maps"
	"slices"
	"strings"

	"codegraph/catalog"
)

var _ catalog.Readings = (*Store)(nil)

// Readings implements catalog.Readings.
func (s readings) Readings(ctx context.Context, ids []catalog.ProjectID) (of map[catalog.ProjectID]catalog.Reading, err error) {
	err = s.view(ctx, "read", func(t *tx) error {
		of = map[catalog.ProjectID]catalog.Reading{}
		return t.each("readings", []any{list(ids)}, func(rows *row) error {
			var id catalog.ProjectID
			var r catalog.Reading
			var stamp, manifests []byte
			err := rows.Scan(&id, &stamp, &manifests, &r.Files, &r.Packages)
			if err != nil {
				return err
			}
			if len(manifests) > 0 {
				r.Manifests = strings.Split(string(manifests), "\x00")
			}
			r.Base, err = unpackStamp(stamp)
			of[id] = r
			return err
		})
	})
	return of, err
}

// PutReadings implements catalog.Readings.
func (s readings) PutReadings(ctx context.Context, of map[catalog.ProjectID]catalog.Reading) error {
	if len(of) == 0 {
		return nil
	}
	return s.update(ctx, "keep readings in", func(t *tx) error {
		for _, id := range slices.Sorted(maps.Keys(of)) {
			p, ok, err := t.project("project_by_id", string(id))
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			r := of[id]
			err = t.exec("put_reading", p.number, packStamp(r.Base), []byte(strings.Join(r.Manifests, "\x00")), r.Files, r.Packages)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
