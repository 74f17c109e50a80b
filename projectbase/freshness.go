package projectbase

// Freshness is how an index compares with the files of its project.
type Freshness struct {
	State     FreshnessState `json:"state"`
	Pending   []Path         `json:"pending"`    // files that are changed, new or deleted since they were indexed; sorted
	Gone      []Path         `json:"-"`          // those of Pending that must not be in an answer any more
	CheckedAt int64          `json:"checked_at"` // Unix seconds; 0 if never
	Reason    string         `json:"reason,omitempty"`
	// Published is set for an index that another machine has published: its files
	// are not on this machine.
	Published *Publication `json:"published,omitempty"`
	// Outdated means that an older version of this program made the index, so that
	// every file is pending, and that an update is possible.
	Outdated bool `json:"-"`
}

// FreshnessState is one of the states of an index.
type FreshnessState string

// The states of an index; other programs read these words.
const (
	FreshnessFresh   FreshnessState = "fresh"   // the index is up to date
	FreshnessPending FreshnessState = "pending" // the named files differ
	FreshnessUnknown FreshnessState = "unknown" // the comparison failed or was not made; Reason has the cause
)

// Publication tells where a published index comes from.
type Publication struct {
	At      int64  `json:"at"` // Unix seconds, as the next
	Indexed int64  `json:"indexed_at"`
	Machine string `json:"machine"`
	By      string `json:"by,omitempty"` // name of the token
}
