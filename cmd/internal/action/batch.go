package action

import (
	"encoding/json"

	"codegraph/cmd/internal/tool"
	"codegraph/projectbase/query"
)

// batch fills the slots of a BatchOut: those of wrong names at once, the others
// as their results come in the order of the names.
type batch[T any] struct {
	out   *BatchOut[T]
	slots []int // of the names that were right
}

func newBatch[T any](n int) *batch[T] {
	return &batch[T]{out: &BatchOut[T]{Success: true, Results: make([]Slot[T], n)}}
}

// named enters the name of slot i, and the error that it has. It reports
// whether a result will follow.
func (b *batch[T]) named(i int, name string, err error) bool {
	b.out.Results[i].File = name
	if err != nil {
		b.fail(i, err)
		return false
	}
	b.slots = append(b.slots, i)
	return true
}

// done enters the i-th of the results.
func (b *batch[T]) done(i int, result T, err error) {
	slot := b.slots[i]
	if err != nil {
		b.fail(slot, err)
		return
	}
	b.out.Results[slot].Result = &result
}

func (b *batch[T]) fail(slot int, err error) {
	f := tool.FailureOf(err)
	b.out.Success, b.out.Results[slot].Error = false, &f
}

// MarshalJSON gives the result itself, or the file with its error.
func (s Slot[T]) MarshalJSON() ([]byte, error) {
	if s.Error == nil {
		return json.Marshal(s.Result)
	}
	return json.Marshal(struct {
		Success bool          `json:"success"`
		File    string        `json:"file"`
		Error   *tool.Failure `json:"error"`
	}{false, s.File, s.Error})
}

func batchText[T any](o *BatchOut[T], p *tool.Page, one func(T, *tool.Page)) {
	for _, s := range o.Results {
		if s.Error == nil {
			one(*s.Result, p)
			continue
		}
		p.Hit("%s: failed: %s", query.Shown(s.File, 0), query.Shown(s.Error.Message, 0))
		if s.Error.Hint != "" {
			p.Note("  %s", s.Error.Hint)
		}
	}
}
