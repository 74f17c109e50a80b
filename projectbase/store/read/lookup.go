package read

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/format"
)

// Lookups return items in the order of the dictionary: by fold, then spelling.

// ItemsExact returns the items that equal term. Without caseSensitive, it
// ignores case.
func (s *Terms) ItemsExact(term string, caseSensitive bool) ([]store.Item, error) {
	if !utf8.ValidString(term) {
		return nil, nil
	}
	fold := projectbase.AppendFold(nil, term)
	b, err := s.blockOf(fold)
	if err != nil || b == nil {
		return nil, err
	}
	from, to, err := b.Find(fold)
	if err != nil {
		return nil, store.Corrupt(s.c.Dir, err)
	}
	var items []store.Item
	for i := from; i < to; i++ {
		if t := b.Term(i); !caseSensitive || t == term {
			items = append(items, store.Item{ID: b.Item(i), Term: t})
		}
	}
	return s.counted(items)
}

// ItemsPrefix returns the items that begin with prefix.
func (s *Terms) ItemsPrefix(prefix string, caseSensitive bool) ([]store.Item, error) {
	if !utf8.ValidString(prefix) {
		return nil, nil
	}
	fold := projectbase.AppendFold(nil, prefix)
	blocks, err := s.blocksFrom(fold)
	if err != nil {
		return nil, err
	}
	var items []store.Item
	for _, b := range blocks {
		if err := b.Decode(); err != nil {
			return nil, store.Corrupt(s.c.Dir, err)
		}
		for i := range b.Len() {
			if bytes.HasPrefix(b.Fold(i), fold) {
				if t := b.Term(i); !caseSensitive || strings.HasPrefix(t, prefix) {
					items = append(items, store.Item{ID: b.Item(i), Term: t})
				}
			}
		}
	}
	return s.counted(items)
}

// Folds returns the folds of all items, each once, in order.
func (s *Terms) Folds() ([]string, error) {
	blocks, err := s.blocksFrom(nil)
	if err != nil {
		return nil, err
	}
	var folds []string
	for _, b := range blocks {
		if err := b.Decode(); err != nil {
			return nil, store.Corrupt(s.c.Dir, err)
		}
		for i := range b.Len() {
			if f := b.Fold(i); len(folds) == 0 || folds[len(folds)-1] != string(f) {
				folds = append(folds, string(f))
			}
		}
	}
	return folds, nil
}

// ItemsContaining returns the items that contain part.
func (s *Terms) ItemsContaining(part string, caseSensitive bool) ([]store.Item, error) {
	if !utf8.ValidString(part) {
		return nil, nil
	}
	return s.scan(projectbase.AppendFold(nil, part), func(term string) bool {
		return !caseSensitive || strings.Contains(term, part)
	})
}

// ItemsMatching returns the items in which re matches. Without caseSensitive,
// it ignores case.
func (s *Terms) ItemsMatching(re *regexp.Regexp, caseSensitive bool) ([]store.Item, error) {
	if !caseSensitive {
		folded, err := regexp.Compile("(?i)" + re.String())
		if err != nil {
			return nil, fmt.Errorf("%w: regular expression: %w", projectbase.ErrUsage, err)
		}
		re = folded
	}
	return s.scan(format.RequiredLiteral(re.String()), re.MatchString)
}

// scan returns the items whose fold contains part and for whose spelling fits
// is true.
func (s *Terms) scan(part []byte, fits func(term string) bool) ([]store.Item, error) {
	blocks, err := s.dictionary()
	if err != nil {
		return nil, err
	}
	var items []store.Item
	wanted := format.NewNeedle(string(part))
	for n, b := range blocks {
		if n%64 == 63 {
			if err := s.ctx.Err(); err != nil {
				return nil, err
			}
		}
		err := b.Each(wanted, func(i int) {
			if t := b.Term(i); fits(t) {
				items = append(items, store.Item{ID: b.Item(i), Term: t})
			}
		})
		if err != nil {
			return nil, store.Corrupt(s.c.Dir, err)
		}
	}
	return s.counted(items)
}

// counted sets the occurrences of the items, unless the snapshot is uncounted.
func (s *Terms) counted(items []store.Item) ([]store.Item, error) {
	if len(items) == 0 || s.uncounted {
		return items, nil
	}
	order, ranges := idRanges(items)
	r, err := s.c.Query("item_counts", ranges)
	if err != nil {
		return nil, err
	}
	found := 0
	for r.Next() {
		id := store.ItemID(r.Uint32(0))
		order = order[follow(items, order, id):]
		if len(order) > 0 && items[order[0]].ID == id {
			items[order[0]].Occurrences = r.Uint32(1)
			order = order[1:]
			found++
		}
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	if found != len(items) {
		return nil, s.missing()
	}
	return items, nil
}

// missing returns the error for items of the dictionary that are not in the
// table item.
func (s *Terms) missing() error {
	return store.Corrupt(s.c.Dir, fmt.Errorf("items of the dictionary are missing: %w", projectbase.ErrMalformed))
}
