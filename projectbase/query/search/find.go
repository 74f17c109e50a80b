package search

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Run answers a query. Its errors wrap projectbase.ErrUsage if Check refuses
// the query.
func Run(ctx context.Context, b *query.Index, q Query) (*Result, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	var found *Result
	err := b.View(ctx, "search", func(s *read.Snapshot) error {
		f := finder{b: b, s: s, q: &q, sources: query.Sources{Dir: b.Root()}}
		defer f.sources.Close()
		var err error
		found, err = f.find(ctx)
		return err
	})
	return found, err
}

// finder is the state of one search.
type finder struct {
	b       *query.Index
	s       *read.Snapshot
	q       *Query
	sources query.Sources
	order   *query.FileList
	items   []store.Item // sorted by term
	glob    query.Glob
	types   uint32 // bit set of the wanted line types
	chosen  []choice
	top     top
	total   int
	files   int
}

// choice is the decision to search a file, made once per file.
type choice uint8

const (
	undecided choice = iota
	chosen
	counted // a searched file with a match
	refused
)

func (f *finder) find(ctx context.Context) (*Result, error) {
	if err := f.prepare(); err != nil {
		return nil, err
	}
	plain, err := f.searchPending(ctx)
	if err != nil {
		return nil, err
	}
	if err := f.s.Postings(f.items, f.posting); err != nil {
		return nil, err
	}
	found := &Result{Matches: []Match{}, Total: f.total, Files: f.files, Unreadable: plain.unreadable}
	failed, err := f.matches(ctx, found)
	if err != nil {
		return nil, err
	}
	found.merge(plain, f.q.Limit)
	for _, x := range f.order.Unreadable {
		if f.glob.MayFit(x.Path, x.Dir) {
			failed = append(failed, x.Path)
		}
	}
	found.Unreadable = sortedPaths(append(found.Unreadable, failed...))
	found.Hints, err = f.explain(found)
	return found, err
}

// prepare looks up the terms and compiles the filters.
func (f *finder) prepare() error {
	var err error
	if f.glob, err = query.NewGlob(f.q.Files); err != nil {
		return err
	}
	f.glob.Nested = f.q.Nested
	if f.order, err = f.b.FileList(f.s); err != nil {
		return err
	}
	if f.items, err = lookUp(f.s.Uncounted(), f.q); err != nil {
		return err
	}
	f.types = ^uint32(0)
	if len(f.q.Types) > 0 {
		f.types = 0
		for _, t := range f.q.Types {
			f.types |= 1 << t
		}
	}
	f.top = top{limit: f.q.Limit}
	f.chosen = make([]choice, len(f.order.Files))
	for _, p := range f.q.Pending {
		if i, ok := slices.BinarySearchFunc(f.order.Files, p, query.ComparePath); ok {
			f.chosen[i] = refused
		}
	}
	return nil
}

// lookUp returns the terms that match a query, sorted.
func lookUp(s *read.Snapshot, q *Query) ([]store.Item, error) {
	var items []store.Item
	var err error
	switch q.Mode {
	case ModeContains:
		items, err = s.ItemsContaining(q.Term, q.CaseSensitive)
	case ModeStartsWith:
		items, err = s.ItemsPrefix(q.Term, q.CaseSensitive)
	case ModeRegex:
		re, e := compileTerm(q.Term, true)
		if e != nil {
			return nil, e
		}
		items, err = s.ItemsMatching(re, q.CaseSensitive)
	default:
		items, err = s.ItemsExact(q.Term, q.CaseSensitive)
	}
	if err != nil {
		return nil, err
	}
	slices.SortFunc(items, func(a, b store.Item) int { return strings.Compare(a.Term, b.Term) })
	return items, nil
}

// choose decides whether to search the file at index i.
func (f *finder) choose(i uint32) choice {
	file := &f.order.Files[i]
	if !f.glob.Fits(file.Path) || !f.q.Since.IsZero() && file.Stat.ModTime < f.q.Since.UnixNano() {
		return refused
	}
	return chosen
}

// posting counts and keeps the matches of a term in a file.
func (f *finder) posting(item int, id store.FileID, keys projectbase.LineKeys) error {
	i, err := f.order.Position(id)
	if err != nil {
		return err
	}
	c := f.chosen[i]
	if c == undecided {
		c = f.choose(i)
		f.chosen[i] = c
	}
	if c == refused {
		return nil
	}
	n := f.enter(i, uint32(item), keys)
	f.total += n
	if n > 0 && c == chosen {
		f.chosen[i] = counted
		f.files++
	}
	return nil
}

// enter adds the hits of a term in the file at index i and returns their
// number. Hits beyond the limit are only counted.
func (f *finder) enter(i, item uint32, keys projectbase.LineKeys) int {
	generated := f.order.Files[i].Generated
	definition, use := rankOf(true, generated), rankOf(false, generated)
	definitions, uses := f.top.wants(definition, i), f.top.wants(use, i)
	all := len(f.q.Types) == 0
	if all && !definitions && !uses {
		return keys.Len()
	}
	n := 0
	for k, rest, ok := keys.Next(0); ok; k, rest, ok = rest.Next(k) {
		if !all && f.types&(1<<k.Type()) == 0 {
			continue
		}
		n++
		if k.Definition() {
			if definitions {
				f.top.add(hit{file: i, term: item, rank: definition, key: k})
			}
		} else if uses {
			f.top.add(hit{file: i, term: item, rank: use, key: k})
		}
	}
	return n
}

func rankOf(definition, generated bool) uint8 {
	switch {
	case generated && definition:
		return rankGeneratedDefinition
	case generated:
		return rankGenerated
	case definition:
		return rankDefinition
	}
	return rankUse
}

// matches turns the kept hits into matches with their text. It returns the
// files that could not be read.
func (f *finder) matches(ctx context.Context, found *Result) (unreadable []projectbase.Path, err error) {
	hits := f.top.sorted()
	found.Matches = make([]Match, len(hits))
	byPlace := make([]int, len(hits))
	for i, h := range hits {
		byPlace[i] = i
		found.Matches[i] = Match{File: f.order.Files[h.file].Path, LineNumber: h.key.Line(), LineType: h.key.Type().String(),
			Term: query.Shown(f.items[h.term].Term, 0), Definition: h.key.Definition(), rank: h.rank}
	}
	if f.q.Bare {
		return nil, nil
	}
	slices.SortFunc(byPlace, func(a, b int) int {
		if hits[a].file != hits[b].file {
			return order(hits[a].file, hits[b].file)
		}
		return order(uint32(hits[a].key), uint32(hits[b].key))
	})
	placed := make([]*Match, len(hits))
	for n, i := range byPlace {
		placed[n] = &found.Matches[i]
	}
	return fill(ctx, &f.sources, placed)
}

// merge adds the matches in pending files and applies the limit.
func (o *Result) merge(p *plainFound, limit int) {
	// The indexed matches of a pending file are omitted, so that no file counts
	// twice.
	o.Total += p.total
	o.Files += p.files
	if len(p.matches) == 0 {
		return
	}
	o.Matches = append(o.Matches, p.matches...)
	slices.SortStableFunc(o.Matches, compareMatches)
	if limit > 0 && len(o.Matches) > limit {
		o.Matches = o.Matches[:limit]
	}
}

// compareMatches orders the matches of one project.
func compareMatches(a, b Match) int {
	ta, _ := projectbase.ParseLineType(a.LineType)
	tb, _ := projectbase.ParseLineType(b.LineType)
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.File, b.File), cmp.Compare(a.LineNumber, b.LineNumber),
		cmp.Compare(ta, tb), cmp.Compare(a.Term, b.Term))
}

func sortedPaths(paths []projectbase.Path) []projectbase.Path {
	slices.Sort(paths)
	return slices.Compact(paths)
}

// gone reports whether a file could not be read because it does not exist.
func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) }
