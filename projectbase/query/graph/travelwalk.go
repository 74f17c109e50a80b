package graph

import (
	"encoding/json"
	"errors"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
)

// walkerState is a Walker as it travels: the base that it walks over may lie on
// another node than who asks.
type walkerState struct {
	Walk      Walk
	Published []Published
	Alone     bool
	Seen      []projectbase.Target
	Files     []store.FileID
	Front     []frontState
	Uncertain int
	Recursion int
	Unbound   symbol.Unbound
}

type frontState struct {
	Of    []projectbase.Target
	Tier  projectbase.Tier
	First bool
	Whole projectbase.Path
}

// MarshalJSON and UnmarshalJSON keep all that a walker knows.
func (k *Walker) MarshalJSON() ([]byte, error) {
	s := walkerState{Walk: k.Walk, Published: k.Published, Alone: k.Alone, Uncertain: k.Uncertain, Recursion: k.Recursion, Unbound: k.Unbound}
	for t := range k.seen {
		s.Seen = append(s.Seen, t)
	}
	for f := range k.files {
		s.Files = append(s.Files, f)
	}
	for _, f := range k.frontier {
		s.Front = append(s.Front, frontState{f.of, f.tier, f.first, f.whole})
	}
	return json.Marshal(s)
}

func (k *Walker) UnmarshalJSON(data []byte) error {
	var s walkerState
	if err := query.DecodeStrictly(data, &s); err != nil {
		return err
	}
	*k = *NewWalker(s.Walk, s.Published)
	k.Alone, k.Uncertain, k.Recursion, k.Unbound = s.Alone, s.Uncertain, s.Recursion, s.Unbound
	for _, t := range s.Seen {
		k.seen[t] = true
	}
	for _, f := range s.Files {
		k.files[f] = true
	}
	for _, f := range s.Front {
		if f.Tier > projectbase.TierExternal || f.Whole != "" && !f.Whole.Valid() {
			return errors.New("a walk that goes on from nowhere")
		}
		k.frontier = append(k.frontier, frontier{f.Of, f.Tier, f.First, f.Whole})
	}
	return nil
}

// Adopt takes over what a walker that has been elsewhere has found; what was asked
// for stays.
func (k *Walker) Adopt(back *Walker) {
	k.seen, k.files, k.frontier = back.seen, back.files, back.frontier
	k.Uncertain, k.Recursion, k.Unbound = back.Uncertain, back.Recursion, back.Unbound
}

// before is from where a match was found, which is not shown.
type before struct{ From, Project string }

// MarshalJSON and UnmarshalJSON keep from where the matches were found.
func (s StepResult) MarshalJSON() ([]byte, error) {
	type plain StepResult
	out := struct {
		plain
		Before []before
	}{plain: plain(s)}
	for i := range s.Matches {
		out.Before = append(out.Before, before{s.Matches[i].From, s.Matches[i].FromProject})
	}
	return json.Marshal(out)
}

func (s *StepResult) UnmarshalJSON(data []byte) error {
	type plain StepResult
	in := struct {
		*plain
		Before []before
	}{plain: (*plain)(s)}
	if err := query.DecodeStrictly(data, &in); err != nil {
		return err
	}
	if len(in.Before) != len(s.Matches) || slices.ContainsFunc(s.Matches, func(m Match) bool { return !m.File.Valid() }) {
		return errors.New("matches that were found nowhere")
	}
	for i, b := range in.Before {
		s.Matches[i].From, s.Matches[i].FromProject = b.From, b.Project
	}
	return nil
}

// MarshalJSON and UnmarshalJSON keep how sure a reference is, and where it is.
func (w Wanted) MarshalJSON() ([]byte, error) {
	type plain Wanted
	return json.Marshal(struct {
		plain
		Sure projectbase.Tier
		From string
	}{plain(w), w.tier, w.Match.From})
}

func (w *Wanted) UnmarshalJSON(data []byte) error {
	type plain Wanted
	in := struct {
		*plain
		Sure projectbase.Tier
		From string
	}{plain: (*plain)(w)}
	if err := query.DecodeStrictly(data, &in); err != nil {
		return err
	}
	if in.Sure > projectbase.TierExternal {
		return errors.New("a reference of an unknown tier")
	}
	w.tier, w.Match.From = in.Sure, in.From
	return nil
}
