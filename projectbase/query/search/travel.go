package search

import (
	"encoding/json"
	"errors"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// What follows is how answers travel to another node and back: whole, with what
// is not shown in them but needed to go on.

// MarshalJSON and UnmarshalJSON keep the ranks of the matches.
func (f Result) MarshalJSON() ([]byte, error) {
	type plain Result
	ranks := make([]int, len(f.Matches))
	for i := range f.Matches {
		ranks[i] = f.Matches[i].Rank()
	}
	return json.Marshal(struct {
		plain
		Ranks []int
	}{plain(f), ranks})
}

func (f *Result) UnmarshalJSON(data []byte) error {
	type plain Result
	in := struct {
		*plain
		Ranks []int
	}{plain: (*plain)(f)}
	if err := query.DecodeStrictly(data, &in); err != nil {
		return err
	}
	if len(in.Ranks) != len(f.Matches) {
		return errors.New("matches without ranks")
	}
	for i, r := range in.Ranks {
		if r < 0 || r > int(rankGenerated) {
			return errors.New("a match with an unknown rank")
		}
		f.Matches[i].rank = uint8(r)
	}
	return nil
}

// Check returns what is wrong with an answer that came from elsewhere.
func (f *Result) Check(limit int) error {
	switch {
	case f.Total < len(f.Matches) || f.Files < 0 || f.Files > f.Total:
		return errors.New("its totals are less than what it gives")
	case limit > 0 && len(f.Matches) > limit:
		return errors.New("it gives more than was asked for")
	}
	for i := range f.Matches {
		if !f.Matches[i].File.Valid() {
			return errors.New("a match in no file")
		}
	}
	for _, p := range f.Unreadable {
		if !p.Valid() && p != "." {
			return errors.New("a path that is none")
		}
	}
	return nil
}

// SearchArgs is a Search as it travels: without what is of one project or of the
// machine.
type QueryArgs struct {
	Term          string
	Mode          Mode
	CaseSensitive bool
	Files         string
	Types         []projectbase.LineType
	Since         time.Time
	Limit         int
	Bare          bool
}

// Args returns what of a search travels.
func (s *Query) Args() QueryArgs {
	return QueryArgs{s.Term, s.Mode, s.CaseSensitive, s.Files, s.Types, s.Since, s.Limit, s.Bare}
}

// Search returns the search that a was made of.
func (a QueryArgs) Query() Query {
	return Query{Term: a.Term, Mode: a.Mode, CaseSensitive: a.CaseSensitive, Files: a.Files, Types: a.Types, Since: a.Since, Limit: a.Limit, Bare: a.Bare}
}
