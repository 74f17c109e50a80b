package catalog

// ProjectID identifies a project wherever it is asked about: it is the id that
// its base bears in its metadata. It is never empty in an entry.
type ProjectID string

// Place is where a project lies.
type Place struct {
	Node string // the machine, by a name that stays; the zero Place is nowhere
	Root string // absolute, clean path of the project's root there
}

// Project is an entry of the register. Texts of its repository (names, remotes)
// are data: they may hold any characters.
type Project struct {
	ID ProjectID
	Place
	Name             string // as people call it; several may share one
	Base             string // absolute path of the directory of its base
	Remote           string // URL of its git remote, without credentials; "" if none
	Head             string // commit that was checked out when it was last entered
	Repository       string // the same for all clones and worktrees of one repository, see RepositoryKey; "" if unknown
	CopiedFrom       ProjectID
	Kind             Kind
	State            State
	Languages        map[string]int // files by language id; nil if none
	Files            int
	Items            int
	SchemaVersion    string
	ExtractorVersion string
	Tags             []string // sorted, each once; nil if none
	LastIndexed      int64    // Unix seconds; 0 if never
	LastSeen         int64    // Unix seconds, known to a day: see Store.Seen
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
	Project   ProjectID
	Ecosystem string
	Name      string // as written
	Key       string // Name made comparable: equal within the ecosystem exactly if the same package is meant
	Version   string // "" if the manifest names none
	Dir       string // of the manifest; relative to the project's root, slash-separated, "." for the root
	File      string // the manifest, like Dir
	Line      int    // 1-based
}

// Requirement is something that a project's manifest asks for: a package by its
// name, or a directory.
type Requirement struct {
	Project   ProjectID
	Ecosystem string
	Name      string // the package's name as written; may be "" if Local is not
	Key       string // Name made comparable, like Package.Key
	Alias     string // the name by which the code knows it, where that differs
	Version   string // version or range as written; "" if any
	Dev       bool   // needed to build, test or develop only
	Optional  bool
	Indirect  bool   // listed because something else needs it
	Workspace bool   // to be taken from the workspace around the manifest
	Local     string // absolute path of the directory or project file that overrides the name; "" if none
	File      string // the manifest; relative to the project's root, slash-separated
	Line      int    // 1-based
	Entry     string // where in the manifest, such as "require" or "devDependencies"
}

// ManualLink is a link that people made from a project. Its base keeps it, and
// Enter carries it here.
type ManualLink struct {
	Root string    // of the other project, on the node of this one
	To   ProjectID // the other project's id; "" if it had none. It wins over Root, so that the link survives a move
	Name string    // shown name; "" if none was given
}

// Link says that a project depends on another.
type Link struct {
	From, To  ProjectID // To is "" for a link by hand to what the catalog does not know
	Origin    Origin
	Tier      Tier
	Root      string // where To lies, for a link by hand; else ""
	Name      string // shown name of a link by hand; "" if none was given
	Ecosystem string // "" for a link by hand, like what follows
	Package   string // name of the package that leads there
	Required  string // version or range asked for
	Found     string // version that To's checkout declares
	Dev       bool
	Optional  bool
	File      string // the evidence: a manifest of From, relative to its root
	Line      int    // 1-based
	Entry     string // see Requirement
	Via       string // what else led to it, such as "replace ../lib"; "" if nothing
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
