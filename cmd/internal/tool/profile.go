package tool

// Profile is a choice of the tools that assistants are offered. Each holds
// those before it.
type Profile int

// The profiles. A tool of none is for people alone.
const (
	ProfileNone Profile = iota
	ProfileLean
	ProfileStandard
	ProfileAll
)

var Profiles = map[string]Profile{"lean": ProfileLean, "standard": ProfileStandard, "all": ProfileAll}

// Prefix comes before the names of tools where those of others are offered too.
const Prefix = "codegraph_"
