package catalog

// ProjectID identifies a project wherever it is asked about: it is the id that
// its base bears in its metadata. It is never empty in an entry.
type ProjectID string

// Place is where a project lies.
type Place struct {
	Node string `json:"node,omitzero"` // the machine, by a name that stays; the zero Place is nowhere
	Root string `json:"root,omitzero"` // absolute, clean path of the project's root there
}

// Project is an entry of the register. Texts of its repository (names, remotes)
// are data: they may hold any characters.
type Project struct {
	ID ProjectID `json:"id,omitzero"`
	Place
	Name             string         `json:"name,omitzero"`       // as people call it; several may share one
	Base             string         `json:"base,omitzero"`       // absolute path of the directory of its base
	Remote           string         `json:"remote,omitzero"`     // URL of its git remote, without credentials; "" if none
	Head             string         `json:"head,omitzero"`       // commit that was checked out when it was last entered
	Repository       string         `json:"repository,omitzero"` // the same for all clones and worktrees of one repository, see RepositoryKey; "" if unknown
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

// Published is the copy of a project's base that a service keeps, and from which
// it answers while the project's own node is away. The zero value is none.
type Published struct {
	Node    string `json:"node,omitzero"`    // of the service
	Base    string `json:"base,omitzero"`    // absolute path of the copy's directory there
	By      string `json:"by,omitzero"`      // name of the token that sent it
	Hash    string `json:"hash,omitzero"`    // SHA-256 of it
	At      int64  `json:"at,omitzero"`      // Unix seconds
	Indexed int64  `json:"indexed,omitzero"` // Unix seconds: of which time what it says is
}

// AskedAt returns the node that answers for a project when somebody on node
// asks: node itself if the project lies there, else one that keeps a published
// base, which is never away, else the project's own.
func (p *Project) AskedAt(node string) string {
	if p.Node == node || p.Published.Node == "" {
		return p.Node
	}
	return p.Published.Node
}

// IsCopyAt reports whether what node has of a project is a published base, and
// not its files.
func (p *Project) IsCopyAt(node string) bool {
	return p.Node != node && p.Published.Node == node && node != ""
}

// Kind says by what a project was recognised.
type Kind string

// Kinds of projects.
const (
	KindGit       Kind = "git"       // the root of a repository, a worktree or a submodule
	KindWorkspace Kind = "workspace" // a manifest there gathers others
	KindManifest  Kind = "manifest"  // a manifest lies there
	KindNone      Kind = ""          // people indexed it all the same
)

// State is how a project stood when it was last looked at.
type State string

// States of projects. Questions go to indexed ones; a question whose scope
// names another gets a failure that says the state.
const (
	StateIndexed    State = "indexed"
	StateNotIndexed State = "not_indexed"
	StateMissing    State = "missing"    // its root is gone
	StateUnreadable State = "unreadable" // damaged, or no right to read it
	StateForeign    State = "foreign"    // another program's index.db lies there
	StateTooNew     State = "too_new"    // made by a newer program
)

// Package is what a project publishes under a manifest.
type Package struct {
	Project   ProjectID `json:"project,omitzero"`
	Ecosystem string    `json:"ecosystem,omitzero"`
	Name      string    `json:"name,omitzero"`    // as written
	Key       string    `json:"key,omitzero"`     // Name made comparable: equal within the ecosystem exactly if the same package is meant
	Version   string    `json:"version,omitzero"` // "" if the manifest names none
	Dir       string    `json:"dir,omitzero"`     // of the manifest; relative to the project's root, slash-separated, "." for the root
	File      string    `json:"file,omitzero"`    // the manifest, like Dir
	Line      int       `json:"line,omitzero"`    // 1-based
}

// Requirement is something that a project's manifest asks for: a package by its
// name, or a directory.
type Requirement struct {
	Project   ProjectID `json:"project,omitzero"`
	Ecosystem string    `json:"ecosystem,omitzero"`
	Name      string    `json:"name,omitzero"`    // the package's name as written; may be "" if Local is not
	Key       string    `json:"key,omitzero"`     // Name made comparable, like Package.Key
	Alias     string    `json:"alias,omitzero"`   // the name by which the code knows it, where that differs
	Version   string    `json:"version,omitzero"` // version or range as written; "" if any
	Dev       bool      `json:"dev,omitzero"`     // needed to build, test or develop only
	Optional  bool      `json:"optional,omitzero"`
	Indirect  bool      `json:"indirect,omitzero"`  // listed because something else needs it
	Workspace bool      `json:"workspace,omitzero"` // to be taken from the workspace around the manifest
	Local     string    `json:"local,omitzero"`     // absolute path of the directory or project file that overrides the name; "" if none
	File      string    `json:"file,omitzero"`      // the manifest; relative to the project's root, slash-separated
	Line      int       `json:"line,omitzero"`      // 1-based
	Entry     string    `json:"entry,omitzero"`     // where in the manifest, such as "require" or "devDependencies"
}

// ManualLink is a link that people made from a project. Its base keeps it, and
// Enter carries it here.
type ManualLink struct {
	Root string    `json:"root,omitzero"` // of the other project, on the node of this one
	To   ProjectID `json:"to,omitzero"`   // the other project's id; "" if it had none. It wins over Root, so that the link survives a move
	Name string    `json:"name,omitzero"` // shown name; "" if none was given
}

// Link says that a project depends on another.
type Link struct {
	From      ProjectID `json:"from,omitzero"` // To is "" for a link by hand to what the catalog does not know
	To        ProjectID `json:"to,omitzero"`
	Origin    Origin    `json:"origin,omitzero"`
	Tier      Tier      `json:"tier,omitzero"`
	Root      string    `json:"root,omitzero"`      // where To lies, for a link by hand; else ""
	Name      string    `json:"name,omitzero"`      // shown name of a link by hand; "" if none was given
	Ecosystem string    `json:"ecosystem,omitzero"` // "" for a link by hand, like what follows
	Package   string    `json:"package,omitzero"`   // name of the package that leads there
	Required  string    `json:"required,omitzero"`  // version or range asked for
	Found     string    `json:"found,omitzero"`     // version that To's checkout declares
	Dev       bool      `json:"dev,omitzero"`
	Optional  bool      `json:"optional,omitzero"`
	File      string    `json:"file,omitzero"`  // the evidence: a manifest of From, relative to its root
	Line      int       `json:"line,omitzero"`  // 1-based
	Entry     string    `json:"entry,omitzero"` // see Requirement
	Via       string    `json:"via,omitzero"`   // what else led to it, such as "replace ../lib"; "" if nothing
}

// Origin is who made a link.
type Origin string

// Origins of links.
const (
	ByHand  Origin = "manual"
	Derived Origin = "derived"
)

// Tier is how sure a link is.
type Tier string

// Tiers, the surest first.
const (
	TierManual Tier = "manual" // people said so
	TierLocal  Tier = "local"  // a path in a manifest leads there
	TierName   Tier = "name"   // exactly one project of the catalog publishes the name
)
