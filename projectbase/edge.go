package projectbase

import "fmt"

// Edge is what a reference was resolved to.
type Edge struct {
	Tier    Tier
	Reason  Reason
	Targets []Target // one, or the candidates of an ambiguous reference in their order; none of an external one
	Package string   // of an external one: what an import names it by
}

// Target is a symbol of the project: its file, and the number that it keeps
// while the file changes around it.
type Target struct {
	File uint32
	Slot uint32
}

// Tier is how sure an edge is.
type Tier uint8

// The values are stored; do not reorder.
const (
	TierNone      Tier = iota // not resolved
	TierExact                 // the scope, an import or a declared type says so
	TierScoped                // the package, namespace or project holds one symbol of the name that fits
	TierInferred              // by the type of a value that an expression has
	TierAmbiguous             // several symbols fit as well as each other
	TierExternal              // a package outside of the project owns it
	tiers
)

var tierNames = [tiers]string{"", "exact", "scoped", "inferred", "ambiguous", "external"}

func (t Tier) String() string {
	if t < tiers {
		return tierNames[t]
	}
	return fmt.Sprintf("Tier(%d)", uint8(t))
}

// Valid reports whether t is one of the constants.
func (t Tier) Valid() bool { return t < tiers }

// Reason is the evidence of an edge.
type Reason uint8

// The values are stored; do not reorder.
const (
	ReasonNone      Reason = iota
	ReasonScope            // declared in a scope around the reference
	ReasonFile             // declared in the file
	ReasonUnit             // declared in the same package or namespace
	ReasonImport           // named by an import
	ReasonWildcard         // in what an import names as a whole
	ReasonSelf             // a member of the type around the reference
	ReasonReceiver         // a member of the declared type of what is before it
	ReasonInferred         // a member of the type that what is before it was found to have
	ReasonQualifier        // in the module, namespace or type that is before it
	ReasonInherited        // a member of a type that such a type is based on
	ReasonProject          // the only one of the name that the language lets be meant
	ReasonAlias            // what a local name stands for
	reasons
)

var reasonNames = [reasons]string{"", "scope", "file", "unit", "import", "wildcard", "self", "receiver", "inferred", "qualifier",
	"inherited", "project", "alias"}

func (r Reason) String() string {
	if r < reasons {
		return reasonNames[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// Valid reports whether r is one of the constants.
func (r Reason) Valid() bool { return r < reasons }

// MaxCandidates is how many targets of an ambiguous edge are kept.
const MaxCandidates = 8
