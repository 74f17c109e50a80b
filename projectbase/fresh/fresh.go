// Package fresh makes sure of a base before an answer: it compares the files
// with what the base knows of them and indexes what changed, as far as the
// caller's budget goes; of the rest it says what is pending.
package fresh

import (
	"context"
	"errors"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
)

// State is how a base stands to its files.
type State struct {
	State     Word               `json:"state"`
	Pending   []projectbase.Path `json:"pending"`    // files that differ from the base, or are new or gone; sorted
	CheckedAt int64              `json:"checked_at"` // Unix seconds; 0 if never
	Reason    string             `json:"reason,omitempty"`
}

// Word is one of the states.
type Word string

// The states of a base; other programs read these words.
const (
	Fresh   Word = "fresh"   // the base is what a fresh index would be
	Pending Word = "pending" // the named files differ
	Unknown Word = "unknown" // it could not be found out, Reason says why
)

// Options are the settings of Ensure.
type Options struct {
	// Budget is how long indexing before the answer may take; 0 is not to
	// index at all, only to compare.
	Budget time.Duration
	Wait   index.Wait
}

// Keeper makes sure of bases.
type Keeper struct {
	Indexer *index.Indexer
}

// Ensure compares the files of p with its base and indexes what changed. An
// error that wraps projectbase.ErrNotIndexed says that there is no base; other
// errors are those of a base that cannot be read. A base that cannot be written
// is no error: then the state names what is pending.
func (k *Keeper) Ensure(ctx context.Context, p index.Project, opts Options) (State, error) {
	return State{}, errors.ErrUnsupported
}
