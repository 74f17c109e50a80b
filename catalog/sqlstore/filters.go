package sqlstore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

// PutFilter implements catalog.Store.
func (s filters) PutFilter(ctx context.Context, id catalog.ProjectID, stamp catalog.Stamp, f termfilter.Filter) error {
	return s.update(ctx, "keep a filter in", func(t *tx) error {
		r, err := t.mustProject(id)
		if err != nil {
			return err
		}
		return t.putFilters([]int64{r.number}, []catalog.KeptFilter{{Project: id, Stamp: stamp, Filter: f}})
	})
}

// PutFilters implements catalog.Store.
func (s filters) PutFilters(ctx context.Context, list []catalog.KeptFilter) error {
	if len(list) == 0 {
		return nil
	}
	return s.update(ctx, "keep filters in", func(t *tx) error {
		var numbers []int64
		var known []catalog.KeptFilter
		for _, k := range list {
			r, ok, err := t.project("project_by_id", string(k.Project))
			if err != nil {
				return err
			}
			if ok {
				numbers, known = append(numbers, r.number), append(known, k)
			}
		}
		return t.putFilters(numbers, known)
	})
}

// putFilters writes filters. It writes the rows in the order of their buckets, which
// is the order of the database file, so each page changes once.
func (t *tx) putFilters(numbers []int64, list []catalog.KeptFilter) error {
	if len(list) == 0 {
		return nil
	}
	rest := make([][]termfilter.Row, len(list))
	for i, k := range list {
		if err := t.exec("put_filter", numbers[i], termfilter.Version, packStamp(k.Stamp)); err != nil {
			return err
		}
		rest[i] = k.Filter.Rows()
	}
	for bucket := range termfilter.Buckets {
		for i, number := range numbers {
			// An update of a few files leaves most rows unchanged. Unchanged rows
			// are not written.
			var err error
			if len(rest[i]) > 0 && rest[i][0].Bucket == bucket {
				err = t.later("put_filter_row", bucket, number, rest[i][0].Prints)
				rest[i] = rest[i][1:]
			} else {
				err = t.later("delete_filter_row", bucket, number)
			}
			if err != nil {
				return err
			}
		}
	}
	err := t.exec("bump_filters")
	return err
}

// dropRows removes the rows of the buckets in the half-open range [from, before).
func (t *tx) dropRows(number int64, from, before int) error {
	for b := from; b < before; b++ {
		if err := t.later("delete_filter_row", b, number); err != nil {
			return err
		}
	}
	return nil
}

// dropFilter removes the rows of a project's filter. Removing the project removes the
// filter's stamp.
func (t *tx) dropFilter(number int64) error {
	ok, err := t.one("filter_of", []any{number}, new(string), new([]byte))
	if err != nil || !ok {
		return err
	}
	if err := t.dropRows(number, 0, termfilter.Buckets); err != nil {
		return err
	}
	err = t.exec("bump_filters")
	return err
}

// Restamp implements catalog.Store.
func (s filters) Restamp(ctx context.Context, id catalog.ProjectID, stamp catalog.Stamp) (ok bool, err error) {
	err = s.attempt(ctx, "stamp a filter in", func(t *tx) error {
		ok = false
		r, err := t.mustProject(id)
		if err != nil {
			return err
		}
		var version string
		var packed []byte
		known, err := t.one("filter_of", []any{r.number}, &version, &packed)
		if err != nil || !known || version != termfilter.Version {
			return err
		}
		kept, err := unpackStamp(packed)
		if err != nil || kept.Terms != stamp.Terms {
			return err
		}
		ok = true
		if kept == stamp {
			return nil
		}
		if err := t.exec("put_filter", r.number, version, packStamp(stamp)); err != nil {
			return err
		}
		err = t.exec("bump_filters")
		return err
	})
	return ok && err == nil, err
}

// stampCache keeps the stamps of all filters as long as no filter changes.
type stampCache struct {
	mu      sync.Mutex
	filters int64       // value of the filter counter when stamps was read
	stamps  []keptStamp // by number; immutable; nil if the cache is empty
}

// forget empties the cache.
func (c *stampCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stamps = nil
}

// keptStamp is a row of the table filter.
type keptStamp struct {
	number int64
	id     catalog.ProjectID
	stamp  catalog.Stamp
}

// stamps returns the stamps of all filters of the present version, by number.
func (s filters) stamps(t *tx) ([]keptStamp, error) {
	c, err := t.counters()
	if err != nil {
		return nil, err
	}
	s.cachedStamps.mu.Lock()
	defer s.cachedStamps.mu.Unlock()
	if s.cachedStamps.stamps != nil && s.cachedStamps.filters == c.filters {
		return s.cachedStamps.stamps, nil
	}
	stamps := []keptStamp{}
	err = t.each("filters", []any{termfilter.Version}, func(rows *row) error {
		var k keptStamp
		var packed sql.RawBytes
		if err := rows.Scan(&k.number, &k.id, &packed); err != nil {
			return err
		}
		k.stamp, err = unpackStamp(packed)
		stamps = append(stamps, k)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.cachedStamps.filters, s.cachedStamps.stamps = c.filters, stamps
	return stamps, nil
}

// Candidates implements catalog.Store.
func (s filters) Candidates(ctx context.Context, a catalog.TermQuery) (catalog.Candidates, error) {
	var out catalog.Candidates
	probes := a.Probes()
	err := s.view(ctx, "ask the filters of", func(t *tx) error {
		out = catalog.Candidates{}
		stamps, err := s.stamps(t)
		if err != nil {
			return err
		}
		// The projects whose filter is up to date, by number.
		var may []keptStamp
		counted := 0
		if len(probes) > 0 {
			for _, k := range stamps {
				if now, ok := a.Present[k.id]; ok && k.stamp.Counts(now) {
					may = append(may, k)
				}
			}
			counted = len(may)
		}
		out.Unknown = unknown(a, may, counted)
		idle := 0
		for _, p := range probes {
			if idle == maxIdle {
				break
			}
			before := len(may)
			if may, err = t.probe(p, may); err != nil {
				return err
			}
			idle++
			if before <= fewFilters || len(may) < before-before/20 {
				idle = 0
			}
		}
		for _, k := range may {
			out.May = append(out.May, k.id)
		}
		slices.Sort(out.May)
		return nil
	})
	if err != nil {
		return catalog.Candidates{}, err
	}
	return out, nil
}

// unknown returns the projects of the query that are not in known. n is the length of
// known.
func unknown(a catalog.TermQuery, known []keptStamp, n int) []catalog.ProjectID {
	if n == len(a.Present) {
		return nil
	}
	has := make(map[catalog.ProjectID]bool, n)
	for _, k := range known {
		has[k.id] = true
	}
	var out []catalog.ProjectID
	for id := range a.Present {
		if !has[id] {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}

// maxIdle is the number of successive ineffective probes after which Candidates stops.
// The probes are sorted: later ones are for more common terms and exclude even less.
const maxIdle = 2

// fewFilters is the largest number of filters that a probe looks up one by one. For
// more filters, it reads the bucket of all projects.
const fewFilters = 48

// probe returns the elements of may whose filter contains the print. It overwrites may.
func (t *tx) probe(p termfilter.Probe, may []keptStamp) ([]keptStamp, error) {
	left := may[:0]
	var prints sql.RawBytes
	name, args := "filter_bucket", []any{p.Bucket}
	if len(may) <= fewFilters {
		numbers := make([]int64, len(may))
		for i, k := range may {
			numbers[i] = k.number
		}
		name, args = "filter_some", append(args, values{numbers})
	}
	next := 0
	err := t.each(name, args, func(rows *row) error {
		var number int64
		if err := rows.Scan(&number, &prints); err != nil {
			return err
		}
		for next < len(may) && may[next].number < number {
			next++
		}
		if next < len(may) && may[next].number == number && termfilter.Holds(prints, p.Print) {
			left = append(left, may[next])
			next++
		}
		return nil
	})
	return left, err
}

// stampSize is the length of a packed stamp.
const stampSize = 10 * 8

func packStamp(s catalog.Stamp) []byte {
	b := make([]byte, 0, stampSize)
	for _, n := range []int64{s.Index.Size, s.Index.ModTime, s.Index.Changed, int64(s.Index.Inode),
		s.WAL.Size, s.WAL.ModTime, s.WAL.Changed, int64(s.WAL.Inode), s.Terms, s.Taken} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	return b
}

func unpackStamp(b []byte) (catalog.Stamp, error) {
	if len(b) != stampSize {
		return catalog.Stamp{}, fmt.Errorf("stamp of %d bytes: %w", len(b), catalog.ErrCorrupt)
	}
	at := func(i int) int64 { return int64(binary.LittleEndian.Uint64(b[8*i:])) }
	return catalog.Stamp{
		Index: catalog.FileStamp{Size: at(0), ModTime: at(1), Changed: at(2), Inode: uint64(at(3))},
		WAL:   catalog.FileStamp{Size: at(4), ModTime: at(5), Changed: at(6), Inode: uint64(at(7))},
		Terms: at(8),
		Taken: at(9),
	}, nil
}
