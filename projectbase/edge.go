package projectbase

import "fmt"

// Edge is the result of resolving a reference.
type Edge struct {
	Tier    Tier
	Reason  Reason
	Targets []Target // one target, or the sorted candidates of an ambiguous reference; none for an external one
	Package string   // package of an external reference, as the import names it
}

// Target identifies a symbol of the project: by its file, and by its slot, which stays
// the same while the file changes around the symbol.
type Target struct {
	File uint32
	Slot uint32
}

// Tier is the confidence in an edge.
type Tier uint8

// The values are stored; do not reorder.
const (
	TierNone      Tier = iota // unresolved
	TierExact                 // proven by the scope, an import or a declared type
	TierScoped                // the only fitting symbol of the name in the package, namespace or project
	TierInferred              // by the inferred type of an expression
	TierAmbiguous             // several symbols fit equally well
	TierExternal              // declared in a package outside of the project
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

// Reason is the evidence for an edge.
type Reason uint8

// The values are stored; do not reorder.
const (
	ReasonNone      Reason = iota
	ReasonScope            // declared in a scope around the reference
	ReasonFile             // declared in the file
	ReasonUnit             // declared in the same package or namespace
	ReasonImport           // named by an import
	ReasonWildcard         // in a module that is imported as a whole
	ReasonSelf             // a member of the type around the reference
	ReasonReceiver         // a member of the declared type of the receiver
	ReasonInferred         // a member of the inferred type of the receiver
	ReasonQualifier        // in the module, namespace or type that qualifies the name
	ReasonInherited        // a member of a base type
	ReasonProject          // the only symbol of the name that the language allows
	ReasonAlias            // the target of a local alias
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

// MaxCandidates is the number of targets that an ambiguous edge keeps.
const MaxCandidates = 8
