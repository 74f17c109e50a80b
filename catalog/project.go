package catalog

// ProjectID identifies a project on every machine. The index stores it in its
// metadata. It is never empty in an entry.
type ProjectID string

// Place is the machine and the directory of a project.
type Place struct {
	Node string `json:"node,omitzero"` // stable name of the machine; "" only in the zero Place
	Root string `json:"root,omitzero"` // absolute, clean path of the project's root there
}

// Project is an entry of the register. Names and remotes come from repositories and
// may hold any characters.
type Project struct {
	ID ProjectID `json:"id,omitzero"`
	Place
	Name             string         `json:"name,omitzero"`       // not unique
	Base             string         `json:"base,omitzero"`       // absolute path of the index directory
	Remote           string         `json:"remote,omitzero"`     // URL of its git remote, without credentials; "" if none
	Head             string         `json:"head,omitzero"`       // commit that was checked out at the last Enter
	Repository       string         `json:"repository,omitzero"` // the same for all clones and worktrees of a repository, see identity.RepositoryKey; "" if unknown
	CopiedFrom       ProjectID      `json:"copied_from,omitzero"`
	Kind             Kind           `json:"kind,omitzero"`
	State            State          `json:"state,omitzero"`
	Languages        map[string]int `json:"languages,omitzero"` // files by language id; nil if none
	Files            int            `json:"files,omitzero"`
	Items            int            `json:"items,omitzero"`
	SchemaVersion    string         `json:"schema_version,omitzero"`
	ExtractorVersion string         `json:"extractor_version,omitzero"`
	Tags             []string       `json:"tags,omitzero"`         // sorted, each once; nil if none
	LastIndexed      int64          `json:"last_indexed,omitzero"` // Unix seconds; 0 if never
	LastSeen         int64          `json:"last_seen,omitzero"`    // Unix seconds, known to a day: see Store.Seen
	Published        Published      `json:"published,omitzero"`
}

// Published describes the copy of an index that a service keeps to answer queries
// about a project of another machine. The zero value means none.
type Published struct {
	Node    string `json:"node,omitzero"`    // the machine of the service
	Base    string `json:"base,omitzero"`    // absolute path of the copy on that machine
	By      string `json:"by,omitzero"`      // name of the publishing token
	Hash    string `json:"hash,omitzero"`    // SHA-256 of the index
	At      int64  `json:"at,omitzero"`      // Unix seconds
	Indexed int64  `json:"indexed,omitzero"` // Unix seconds of the last indexing
}

// AskedAt returns the machine that answers for a project when a user on node asks:
// node itself if the project is there, or else the service with its published
// index, or else the project's machine.
func (p *Project) AskedAt(node string) string {
	if p.Node == node || p.Published.Node == "" {
		return p.Node
	}
	return p.Published.Node
}

// IsCopyAt reports whether node has the published index of a project, but not its
// files.
func (p *Project) IsCopyAt(node string) bool {
	return p.Node != node && p.Published.Node == node && node != ""
}

// Kind says how a project was recognised.
type Kind string

// Kinds of projects.
const (
	KindGit       Kind = "git"       // the root of a repository, worktree or submodule
	KindWorkspace Kind = "workspace" // its manifest lists other projects
	KindManifest  Kind = "manifest"  // it has a manifest
	KindNone      Kind = ""          // none of these; a user indexed it
)

// State is the state of a project at the last check.
type State string

// States of projects. Only indexed projects are queried; a query that names another
// one gets a failure with its state.
const (
	StateIndexed    State = "indexed"
	StateNotIndexed State = "not_indexed"
	StateMissing    State = "missing"    // its root is gone
	StateUnreadable State = "unreadable" // damaged, or no permission to read it
	StateForeign    State = "foreign"    // its index.db was made by another program
	StateTooNew     State = "too_new"    // made by a newer program
)

// Package is a package that a project publishes, from a manifest.
type Package struct {
	Project   ProjectID `json:"project,omitzero"`
	Ecosystem string    `json:"ecosystem,omitzero"`
	Name      string    `json:"name,omitzero"`    // as written
	Key       string    `json:"key,omitzero"`     // Name in a comparable form: within an ecosystem, equal keys mean the same package
	Version   string    `json:"version,omitzero"` // "" if the manifest has none
	Dir       string    `json:"dir,omitzero"`     // of the manifest, relative to the project's root, slash-separated; "." for the root
	File      string    `json:"file,omitzero"`    // the manifest, like Dir
	Line      int       `json:"line,omitzero"`    // 1-based
}

// Requirement is a dependency in a project's manifest: a package, or a directory.
type Requirement struct {
	Project   ProjectID `json:"project,omitzero"`
	Ecosystem string    `json:"ecosystem,omitzero"`
	Name      string    `json:"name,omitzero"`    // of the package, as written; may be "" if Local is set
	Key       string    `json:"key,omitzero"`     // like Package.Key
	Alias     string    `json:"alias,omitzero"`   // the name in the code, if it differs
	Version   string    `json:"version,omitzero"` // version or range as written; "" if any
	Dev       bool      `json:"dev,omitzero"`     // only for building, testing or developing
	Optional  bool      `json:"optional,omitzero"`
	Indirect  bool      `json:"indirect,omitzero"`  // required by another dependency
	Workspace bool      `json:"workspace,omitzero"` // resolved in the workspace of the manifest
	Local     string    `json:"local,omitzero"`     // absolute path of a directory or project file that overrides the name; "" if none
	File      string    `json:"file,omitzero"`      // the manifest; relative to the project's root, slash-separated
	Line      int       `json:"line,omitzero"`      // 1-based
	Entry     string    `json:"entry,omitzero"`     // part of the manifest, such as "require" or "devDependencies"
}

// ManualLink is a link from a project that a user made. The index stores it; Enter
// copies it to the catalog.
type ManualLink struct {
	Root string    `json:"root,omitzero"` // of the other project, on the same machine
	To   ProjectID `json:"to,omitzero"`   // id of the other project; "" if it had none. It takes precedence over Root, so that the link survives a move
	Name string    `json:"name,omitzero"` // display name; "" if none
}

// Link says that a project depends on another.
type Link struct {
	From      ProjectID `json:"from,omitzero"` // To is "" for a manual link to an unknown project
	To        ProjectID `json:"to,omitzero"`
	Origin    Origin    `json:"origin,omitzero"`
	Tier      Tier      `json:"tier,omitzero"`
	Root      string    `json:"root,omitzero"`      // of To, for a manual link; else ""
	Name      string    `json:"name,omitzero"`      // display name of a manual link; "" if none
	Ecosystem string    `json:"ecosystem,omitzero"` // this and the following fields are "" for a manual link
	Package   string    `json:"package,omitzero"`   // of the required package
	Required  string    `json:"required,omitzero"`  // version or range
	Found     string    `json:"found,omitzero"`     // version in To's manifest
	Dev       bool      `json:"dev,omitzero"`
	Optional  bool      `json:"optional,omitzero"`
	File      string    `json:"file,omitzero"`  // a manifest of From, relative to its root
	Line      int       `json:"line,omitzero"`  // 1-based
	Entry     string    `json:"entry,omitzero"` // see Requirement
	Via       string    `json:"via,omitzero"`   // further evidence, such as "replace ../lib"; "" if none
}

// Origin says who made a link.
type Origin string

// Origins of links.
const (
	ByHand  Origin = "manual"
	Derived Origin = "derived"
)

// Tier is the certainty of a link.
type Tier string

// Tiers, the most certain first.
const (
	TierManual Tier = "manual" // made by a user
	TierLocal  Tier = "local"  // a path in a manifest
	TierName   Tier = "name"   // exactly one project publishes the name
)
