package sqlstore

import (
	"context"
	"slices"

	"codegraph/catalog"
)

// Tag implements catalog.Store.
func (s projects) Tag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	if err := catalog.CheckTags(tags); err != nil {
		return false, err
	}
	return s.change(ctx, "tag a project of", func(t *tx) (bool, error) {
		r, err := t.mustProject(id)
		if err != nil {
			return false, err
		}
		return t.addTags(r.number, tags)
	})
}

// addTags gives a project those of the tags that it has not.
func (t *tx) addTags(number int64, tags []string) (changed bool, err error) {
	has, err := t.tagsOf(number)
	if err != nil {
		return false, err
	}
	for _, tag := range tags {
		if slices.Contains(has, tag) {
			continue
		}
		if err := t.exec("insert_tag", number, tag); err != nil {
			return false, err
		}
		has, changed = append(has, tag), true
	}
	return changed, nil
}

// Untag implements catalog.Store.
func (s projects) Untag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	return s.change(ctx, "untag a project of", func(t *tx) (bool, error) {
		r, err := t.mustProject(id)
		if err != nil {
			return false, err
		}
		has, err := t.tagsOf(r.number)
		if err != nil {
			return false, err
		}
		changed := false
		for _, tag := range has {
			if !slices.Contains(tags, tag) {
				continue
			}
			if err := t.exec("delete_tag", r.number, tag); err != nil {
				return false, err
			}
			changed = true
		}
		return changed, nil
	})
}

// Tags implements catalog.Store.
func (s projects) Tags(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	err := s.view(ctx, "list tags of", func(t *tx) error {
		return t.each("count_tags", nil, func(rows *row) error {
			var tag string
			var n int
			if err := rows.Scan(&tag, &n); err != nil {
				return err
			}
			counts[tag] = n
			return nil
		})
	})
	return counts, err
}
