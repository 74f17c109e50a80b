package catalog

import "context"

// Store is a register of projects. Implementations are safe for concurrent use
// and for many processes at once; each method is one transaction that is done
// whole or not at all. catalogtest.Run holds them to what is written here.
//
// Errors that any method may return, beside those it names: ErrBusy,
// ErrUnavailable, ErrCorrupt, the context's; methods that write, ErrReadOnly.
// Methods that write say whether anything changed; where nothing would, nothing
// is written and no lock is waited for. Lists are in the order that the method
// names; empty ones are nil. What they hold may be shared with other callers:
// the maps and lists within a Project must not be changed.
type Store interface {
	// Enter registers a project, or brings its entry up to date, with everything
	// that its base and manifests say. It reports whether anything changed.
	//
	// What belongs to people is kept: the entry's Tags are not written, and a
	// name given by Rename stays. LastSeen alone is no change; it is written
	// when something else is. Another project entered for the same place is
	// replaced, and leaves its tags and given name to the new one; links by
	// hand to it lead to the new one by their path. The lists of the entry are
	// taken as sets; their Project fields are ignored. ErrUsage: no id, node or
	// root.
	Enter(ctx context.Context, e Entry) (changed bool, err error)

	// EnterAll does what Enter would, one entry after the other, in one
	// transaction; it reports of each whether it changed anything.
	EnterAll(ctx context.Context, entries []Entry) (changed []bool, err error)

	// Projects lists what q selects, by name (ignoring case), then root, node,
	// id.
	Projects(ctx context.Context, q Query) ([]Project, error)

	// Find returns the project that name means to somebody on node: an id; else
	// the exact root of a project on node; else a name, ignoring case if no
	// spelling fits as it is. Errors: *AmbiguousError, *NotFoundError.
	Find(ctx context.Context, name, node string) (Project, error)

	// Seen notes that the projects were there at the given time (Unix seconds).
	// To spare writes, a time less than a day after the one that is known is
	// not noted. Unknown ids are passed over.
	Seen(ctx context.Context, at int64, ids ...ProjectID) error

	// SetState gives the projects a state and returns how many had another.
	// Nothing else of them changes. Unknown ids are passed over.
	SetState(ctx context.Context, s State, ids ...ProjectID) (changed int, err error)

	// Tag and Untag add tags to a project and take them away; they report
	// whether that changed anything. A tag is any text without white space,
	// commas and colons; else ErrUsage. *NotFoundError for an unknown id.
	Tag(ctx context.Context, id ProjectID, tags ...string) (changed bool, err error)
	Untag(ctx context.Context, id ProjectID, tags ...string) (changed bool, err error)

	// Tags returns how many projects bear each tag.
	Tags(ctx context.Context) (map[string]int, error)

	// Rename gives the project a name of people's choice, which Enter then
	// keeps; "" gives the choice back to Enter, and the name stays until then.
	// *NotFoundError for an unknown id.
	Rename(ctx context.Context, id ProjectID, name string) (changed bool, err error)

	// Forget removes the projects with all that the catalog knows of them, and
	// returns how many there were. Their bases are not touched.
	Forget(ctx context.Context, ids ...ProjectID) (forgotten int, err error)

	// SetPublished notes where the published base of a project is; the zero
	// Published takes the note back. Enter keeps it. *NotFoundError for an
	// unknown id.
	SetPublished(ctx context.Context, id ProjectID, p Published) (changed bool, err error)

	// Manifests returns what links are derived from, as it is at one moment.
	Manifests(ctx context.Context) (Manifests, error)

	// Packages lists the packages that q selects by ecosystem, key, project,
	// file and line; Requirements likewise.
	Packages(ctx context.Context, q PackageQuery) ([]Package, error)
	Requirements(ctx context.Context, q PackageQuery) ([]Requirement, error)

	// ReplaceLinks makes the derived links exactly those given, which were
	// derived from the manifests of that revision; it reports whether they
	// differ. Links of a project to itself, or to or from an unknown one, are
	// ErrUsage. ErrStale: the manifests have changed since; read them again
	// and derive anew.
	ReplaceLinks(ctx context.Context, revision int64, links []Link) (changed bool, err error)

	// Links lists the links that q selects, derived ones and those by hand, by
	// From, To, Origin, ecosystem, package, file, line, root.
	Links(ctx context.Context, q LinkQuery) ([]Link, error)

	// Version is a number that is another one after each write but those of
	// filters and times seen. Who keeps an answer of the catalog asks it to
	// know that the answer still holds.
	Version(ctx context.Context) (int64, error)

	// PutFilter keeps the filter of a project's terms with the stamp of the
	// base that they were read from. It replaces the one before, and writes
	// even if that was the same. *NotFoundError for an unknown id.
	PutFilter(ctx context.Context, id ProjectID, s Stamp, f Filter) error

	// PutFilters does what PutFilter would for each, in one transaction, which
	// costs a fraction of many. Unknown ids are passed over.
	PutFilters(ctx context.Context, list []KeptFilter) error

	// Restamp says that the kept filter is that of a base with stamp s: its
	// files have changed, its terms have not. It is false, and does nothing,
	// if there is none with the same s.Terms.
	Restamp(ctx context.Context, id ProjectID, s Stamp) (ok bool, err error)

	// Candidates says which of the projects in a.Present need to be asked.
	Candidates(ctx context.Context, a Ask) (Candidates, error)

	// Close ends the use of the store.
	Close() error
}

// Entry is what Enter writes.
type Entry struct {
	Project      Project       `json:"project,omitzero"`
	Packages     []Package     `json:"packages,omitzero"`
	Requirements []Requirement `json:"requirements,omitzero"`
	Links        []ManualLink  `json:"links,omitzero"` // by people, from this project
}

// KeptFilter is the filter of a project's terms with the stamp of the base that
// they were read from.
type KeptFilter struct {
	Project ProjectID `json:"project,omitzero"`
	Stamp   Stamp     `json:"stamp,omitzero"`
	Filter  Filter    `json:"filter,omitzero"`
}

// Query selects projects. Each field that is set narrows; the zero Query
// selects all.
type Query struct {
	IDs        []ProjectID `json:"i_ds,omitzero"` // one of these; nil for any
	Tag        string      `json:"tag,omitzero"`
	State      State       `json:"state,omitzero"`
	Match      string      `json:"match,omitzero"` // text within the name, ignoring case; with any of *?[ a glob of the whole name
	Under      string      `json:"under,omitzero"` // at or below this absolute path; Node should be set too
	Node       string      `json:"node,omitzero"`
	Repository string      `json:"repository,omitzero"`
}

// Manifests is what links are derived from.
type Manifests struct {
	Revision     int64         `json:"revision,omitzero"` // is another number after each change of what follows, but for projects: of their existence, place, name, kind, state, repository and origin only
	LinksOf      int64         `json:"links_of,omitzero"` // revision that the present derived links were made from; equal to Revision if nothing is to do
	Projects     []Project     `json:"projects,omitzero"` // like Store.Projects
	Packages     []Package     `json:"packages,omitzero"` // like Store.Packages
	Requirements []Requirement `json:"requirements,omitzero"`
}

// PackageQuery selects packages and requirements. Each field that is set
// narrows; the zero value selects all.
type PackageQuery struct {
	Ecosystem string      `json:"ecosystem,omitzero"`
	Keys      []string    `json:"keys,omitzero"`     // one of these; Ecosystem must be set too
	Projects  []ProjectID `json:"projects,omitzero"` // one of these
}

// LinkQuery selects links. Each field that is set narrows; the zero value
// selects all.
type LinkQuery struct {
	From   []ProjectID `json:"from,omitzero"` // one of these
	To     []ProjectID `json:"to,omitzero"`   // one of these
	Origin Origin      `json:"origin,omitzero"`
}
