package catalog

import "context"

// Store is a catalog. Implementations are safe for concurrent use, also by several
// processes. Each method is one transaction. catalogtest.Run tests this contract.
//
// Besides the errors that it names, each method may return ErrBusy,
// ErrUnavailable, ErrCorrupt or the context's error, and a method that writes may
// return ErrReadOnly. Writing methods report whether anything changed; if nothing
// would change, they write nothing and wait for no lock. Lists have the order that
// the method names; empty lists are nil. Callers may share results: do not change
// the maps and lists of a Project.
//
// A catalog may lack some parts: their methods return ErrUnsupported.
type Store interface {
	Projects
	Links
	Filters
	Readings
	Leases
	Tokens
	Audit

	// Version returns a number that changes with each write, except writes of
	// filters and of times seen. Cached answers are valid while it stays the same.
	Version(ctx context.Context) (int64, error)

	// Service describes the service that the catalog asks; the zero Service if it
	// asks none.
	Service() Service

	// Rest frees idle connections and caches. They come back with the next call.
	Rest()

	// Close ends the use of the store.
	Close() error
}

// Service describes a service that keeps a catalog for several machines.
type Service struct {
	// DerivesLinks says that the service derives links from manifests; its clients
	// do not.
	DerivesLinks bool
	// Unreachable is why the service does not answer, so that the store knows only
	// the projects of this machine; nil if it answers. It wraps ErrUnavailable.
	Unreachable error
}

// Projects is the register of projects.
type Projects interface {
	// Enter registers or updates a project with the facts from its index and its
	// manifests. It reports whether anything changed.
	//
	// Enter keeps what users set: it does not write the entry's Tags, and a name set
	// by Rename stays. LastSeen alone is no change; it is written together with
	// other changes. A new project at the place of another one replaces it and
	// inherits its tags and its given name; manual links to the old project follow
	// the path. The lists of the entry are sets; their Project fields are ignored.
	// ErrUsage: no id, machine or root.
	Enter(ctx context.Context, e Entry) (changed bool, err error)

	// EnterAll enters several entries in order, in one transaction. It reports for
	// each whether anything changed.
	EnterAll(ctx context.Context, entries []Entry) (changed []bool, err error)

	// Projects lists the projects that q selects, by name (ignoring case), root,
	// node and id.
	Projects(ctx context.Context, q Query) ([]Project, error)

	// Find returns the project that a user on a machine calls name: an id, or else
	// the root of a project on that machine, or else a name; case is ignored if no
	// name matches exactly. Errors: *AmbiguousError, *NotFoundError.
	Find(ctx context.Context, name, node string) (Project, error)

	// Seen notes that projects existed at a time (Unix seconds). To save writes, it
	// ignores a time less than a day after the last one. It ignores unknown ids.
	Seen(ctx context.Context, at int64, ids ...ProjectID) error

	// SetState sets the state of projects and returns how many had another one. It
	// ignores unknown ids.
	SetState(ctx context.Context, s State, ids ...ProjectID) (changed int, err error)

	// Tag and Untag add tags to a project and remove them. A tag is any text without
	// white space, commas and colons; otherwise ErrUsage. *NotFoundError for an
	// unknown id.
	Tag(ctx context.Context, id ProjectID, tags ...string) (changed bool, err error)
	Untag(ctx context.Context, id ProjectID, tags ...string) (changed bool, err error)

	// Tags returns the number of projects for each tag.
	Tags(ctx context.Context) (map[string]int, error)

	// Rename gives a project a name that Enter keeps. With "", the next Enter sets
	// the name again. *NotFoundError for an unknown id.
	Rename(ctx context.Context, id ProjectID, name string) (changed bool, err error)

	// Forget removes projects from the catalog and returns their number. Their
	// indexes stay.
	Forget(ctx context.Context, ids ...ProjectID) (forgotten int, err error)

	// SetPublished records the published index of a project; the zero Published
	// removes the record. Enter keeps it. *NotFoundError for an unknown id.
	SetPublished(ctx context.Context, id ProjectID, p Published) (changed bool, err error)
}

// Links is the register of packages and of links between projects.
type Links interface {
	// Manifests returns the facts from which links are derived, as one snapshot.
	Manifests(ctx context.Context) (Manifests, error)

	// Packages lists the packages that q selects, by ecosystem, key, project, file
	// and line.
	Packages(ctx context.Context, q PackageQuery) ([]Package, error)
	// Requirements lists requirements like Packages.
	Requirements(ctx context.Context, q PackageQuery) ([]Requirement, error)

	// ReplaceLinks replaces all derived links by those derived from the manifests of
	// a revision; it reports whether they differ. ErrUsage: a link of a project to
	// itself, or from or to an unknown project. ErrStale: the manifests have changed
	// since; read them again and derive the links anew.
	ReplaceLinks(ctx context.Context, revision int64, links []Link) (changed bool, err error)

	// Links lists the derived and manual links that q selects, by From, To, Origin,
	// ecosystem, package, file, line and root.
	Links(ctx context.Context, q LinkQuery) ([]Link, error)
}

// Entry is the argument of Enter.
type Entry struct {
	Project      Project       `json:"project,omitzero"`
	Packages     []Package     `json:"packages,omitzero"`
	Requirements []Requirement `json:"requirements,omitzero"`
	Links        []ManualLink  `json:"links,omitzero"` // from this project
}

// Query selects projects. Each set field narrows the selection; the zero Query
// selects all.
type Query struct {
	IDs        []ProjectID `json:"i_ds,omitzero"` // one of these; nil for any
	Tag        string      `json:"tag,omitzero"`
	State      State       `json:"state,omitzero"`
	Match      string      `json:"match,omitzero"` // part of the name, ignoring case; with any of *?[ a glob of the whole name
	Under      string      `json:"under,omitzero"` // at or below this absolute path; set Node too
	Node       string      `json:"node,omitzero"`
	Repository string      `json:"repository,omitzero"`
}

// Manifests holds the facts from which links are derived.
type Manifests struct {
	// Revision changes with each change of the lists below; for projects, only their
	// existence, place, name, kind, state, repository and copied_from count.
	Revision     int64         `json:"revision,omitzero"`
	LinksOf      int64         `json:"links_of,omitzero"` // the revision of the present derived links; equal to Revision if they are up to date
	Projects     []Project     `json:"projects,omitzero"` // as Store.Projects lists them
	Packages     []Package     `json:"packages,omitzero"` // as Store.Packages lists them
	Requirements []Requirement `json:"requirements,omitzero"`
}

// PackageQuery selects packages and requirements. Each set field narrows the
// selection; the zero value selects all.
type PackageQuery struct {
	Ecosystem string      `json:"ecosystem,omitzero"`
	Keys      []string    `json:"keys,omitzero"`     // one of these; set Ecosystem too
	Projects  []ProjectID `json:"projects,omitzero"` // one of these
}

// LinkQuery selects links. Each set field narrows the selection; the zero value
// selects all.
type LinkQuery struct {
	From   []ProjectID `json:"from,omitzero"` // one of these
	To     []ProjectID `json:"to,omitzero"`   // one of these
	Origin Origin      `json:"origin,omitzero"`
}
