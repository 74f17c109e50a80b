package httpapi

import (
	"context"

	"codegraph/catalog"
)

// Arguments and results without a type in package catalog.
type (
	none        struct{}
	projectList struct {
		Projects []catalog.Project `json:"projects"`
	}
	project struct {
		Project catalog.Project `json:"project"`
	}
	findIn struct {
		Name string `json:"name"`
		Node string `json:"node,omitzero"`
	}
	tagCounts struct {
		Tags map[string]int `json:"tags"`
	}
	packageList struct {
		Packages []catalog.Package `json:"packages"`
	}
	requirementList struct {
		Requirements []catalog.Requirement `json:"requirements"`
	}
	linkList struct {
		Links []catalog.Link `json:"links"`
	}
	version struct {
		Version int64 `json:"version"`
	}
	entries struct {
		Entries []catalog.Entry `json:"entries"`
	}
	eachChanged struct {
		Changed []bool `json:"changed"`
	}
	change struct {
		Changed bool `json:"changed"`
	}
	number struct {
		Changed int `json:"changed"`
	}
	seenIn struct {
		At  int64               `json:"at"`
		IDs []catalog.ProjectID `json:"ids"`
	}
	stateIn struct {
		State catalog.State       `json:"state"`
		IDs   []catalog.ProjectID `json:"ids"`
	}
	idsIn struct {
		IDs []catalog.ProjectID `json:"ids"`
	}
	tagsIn struct {
		ID   catalog.ProjectID `json:"id"`
		Tags []string          `json:"tags"`
	}
	renameIn struct {
		ID   catalog.ProjectID `json:"id"`
		Name string            `json:"name"`
	}
	publishedIn struct {
		ID        catalog.ProjectID `json:"id"`
		Published catalog.Published `json:"published"`
	}
	linksIn struct {
		Revision int64          `json:"revision"`
		Links    []catalog.Link `json:"links"`
	}
	filtersIn struct {
		Filters []catalog.KeptFilter `json:"filters"`
	}
	restampIn struct {
		ID    catalog.ProjectID `json:"id"`
		Stamp catalog.Stamp     `json:"stamp"`
	}
	kept struct {
		Kept bool `json:"kept"`
	}
)

// Methods lists the calls of the contract, except Close, which is local.
var Methods = []*Method{
	method("projects", catalog.ScopeRead, "The projects that a query selects", func(ctx context.Context, s catalog.Store, q catalog.Query) (projectList, error) {
		list, err := s.Projects(ctx, q)
		return projectList{list}, err
	}),
	method("find", catalog.ScopeRead, "The project with a name, as a user on a machine means it", func(ctx context.Context, s catalog.Store, in findIn) (project, error) {
		p, err := s.Find(ctx, in.Name, in.Node)
		return project{p}, err
	}),
	method("tags", catalog.ScopeRead, "The number of projects for each tag", func(ctx context.Context, s catalog.Store, _ none) (tagCounts, error) {
		tags, err := s.Tags(ctx)
		return tagCounts{tags}, err
	}),
	method("manifests", catalog.ScopeRead, "The facts from which links are derived", func(ctx context.Context, s catalog.Store, _ none) (catalog.Manifests, error) {
		return s.Manifests(ctx)
	}),
	method("packages", catalog.ScopeRead, "The packages that a query selects", func(ctx context.Context, s catalog.Store, q catalog.PackageQuery) (packageList, error) {
		list, err := s.Packages(ctx, q)
		return packageList{list}, err
	}),
	method("requirements", catalog.ScopeRead, "The requirements that a query selects", func(ctx context.Context, s catalog.Store, q catalog.PackageQuery) (requirementList, error) {
		list, err := s.Requirements(ctx, q)
		return requirementList{list}, err
	}),
	method("links", catalog.ScopeRead, "The links that a query selects", func(ctx context.Context, s catalog.Store, q catalog.LinkQuery) (linkList, error) {
		list, err := s.Links(ctx, q)
		return linkList{list}, err
	}),
	method("version", catalog.ScopeRead, "A number that changes with each write", func(ctx context.Context, s catalog.Store, _ none) (version, error) {
		v, err := s.Version(ctx)
		return version{v}, err
	}),
	method("candidates", catalog.ScopeRead, "The projects whose indexes may have a term", func(ctx context.Context, s catalog.Store, a catalog.TermQuery) (catalog.Candidates, error) {
		return s.Candidates(ctx, a)
	}),
	method("enter", catalog.ScopeWrite, "Register projects, or update their entries", func(ctx context.Context, s catalog.Store, in entries) (eachChanged, error) {
		changed, err := s.EnterAll(ctx, in.Entries)
		return eachChanged{changed}, err
	}),
	method("seen", catalog.ScopeWrite, "Record when projects were last seen", func(ctx context.Context, s catalog.Store, in seenIn) (none, error) {
		return none{}, s.Seen(ctx, in.At, in.IDs...)
	}),
	method("set_state", catalog.ScopeWrite, "Set the state of projects", func(ctx context.Context, s catalog.Store, in stateIn) (number, error) {
		n, err := s.SetState(ctx, in.State, in.IDs...)
		return number{n}, err
	}),
	method("tag", catalog.ScopeWrite, "Add tags to a project", func(ctx context.Context, s catalog.Store, in tagsIn) (change, error) {
		changed, err := s.Tag(ctx, in.ID, in.Tags...)
		return change{changed}, err
	}),
	method("untag", catalog.ScopeWrite, "Remove tags from a project", func(ctx context.Context, s catalog.Store, in tagsIn) (change, error) {
		changed, err := s.Untag(ctx, in.ID, in.Tags...)
		return change{changed}, err
	}),
	method("rename", catalog.ScopeWrite, "Rename a project", func(ctx context.Context, s catalog.Store, in renameIn) (change, error) {
		changed, err := s.Rename(ctx, in.ID, in.Name)
		return change{changed}, err
	}),
	method("set_published", catalog.ScopeAdmin, "Record the published index of a project", func(ctx context.Context, s catalog.Store, in publishedIn) (change, error) {
		changed, err := s.SetPublished(ctx, in.ID, in.Published)
		return change{changed}, err
	}),
	method("put_filter", catalog.ScopeWrite, "Store the term filter of a project", func(ctx context.Context, s catalog.Store, in catalog.KeptFilter) (none, error) {
		return none{}, s.PutFilter(ctx, in.Project, in.Stamp, in.Filter)
	}),
	method("put_filters", catalog.ScopeWrite, "Store the term filters of several projects", func(ctx context.Context, s catalog.Store, in filtersIn) (none, error) {
		return none{}, s.PutFilters(ctx, in.Filters)
	}),
	method("restamp", catalog.ScopeWrite, "Mark a stored term filter as valid for changed files", func(ctx context.Context, s catalog.Store, in restampIn) (kept, error) {
		ok, err := s.Restamp(ctx, in.ID, in.Stamp)
		return kept{ok}, err
	}),
	method("forget", catalog.ScopeAdmin, "Remove projects from the catalog", func(ctx context.Context, s catalog.Store, in idsIn) (number, error) {
		n, err := s.Forget(ctx, in.IDs...)
		return number{n}, err
	}),
	method("replace_links", catalog.ScopeAdmin, "Replace all derived links", func(ctx context.Context, s catalog.Store, in linksIn) (change, error) {
		changed, err := s.ReplaceLinks(ctx, in.Revision, in.Links)
		return change{changed}, err
	}),
	method("list_tokens", catalog.ScopeAdmin, "All tokens, without their secrets", func(ctx context.Context, s catalog.Store, _ none) (tokenList, error) {
		list, err := s.ListTokens(ctx)
		return tokenList{list}, err
	}).whole(),
	method("add_token", catalog.ScopeAdmin, "Add a token, by its hash", func(ctx context.Context, s catalog.Store, in catalog.Token) (none, error) {
		return none{}, s.AddToken(ctx, in)
	}).whole(),
	method("revoke_token", catalog.ScopeAdmin, "End a token", func(ctx context.Context, s catalog.Store, in tokenAt) (change, error) {
		changed, err := s.RevokeToken(ctx, in.ID, in.At)
		return change{changed}, err
	}).whole(),
	method("token_used", catalog.ScopeAdmin, "Record the last use of a token", func(ctx context.Context, s catalog.Store, in tokenAt) (none, error) {
		return none{}, s.TokenUsed(ctx, in.ID, in.At)
	}).whole(),
	method("list_audit", catalog.ScopeAdmin, "The audit log, the latest entry first", func(ctx context.Context, s catalog.Store, q catalog.AuditQuery) (auditList, error) {
		list, err := s.ListAudit(ctx, q)
		return auditList{list}, err
	}).whole(),
}
