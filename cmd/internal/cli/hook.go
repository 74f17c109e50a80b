package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codegraph/cmd/internal/assistant"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"

	"github.com/spf13/cobra"
)

// The assistant waits for a hook, so a hook has little time. The next query picks
// up the changes that a hook had no time to index.
const (
	hookTime   = 4 * time.Second
	searchTime = 1500 * time.Millisecond // a hook slower than grep is of no use
	hookBudget = 2 * time.Second         // for indexing
)

// hookEvents are the events that hooks are called for.
var hookEvents = map[string]func(hooks, context.Context, *cobra.Command, assistant.HookCall) (name, text string, err error){
	"session-start": hooks.sessionStart,
	"pre-search":    hooks.preSearch,
	"post-edit":     hooks.postEdit,
}

// hooks answers the hooks of an assistant.
type hooks struct{ *app }

// newHook returns the command that Claude Code's hooks call. It never ends with an
// error, because an error would disturb the assistant's work.
func newHook(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "hook EVENT", Short: "Handle a hook of Claude Code: session-start, pre-search, post-edit", GroupID: groupServe,
		Long: `Handle a hook of Claude Code

Reads the hook's JSON on standard input. "codegraph setup claude --hooks" enters it.
  session-start   tells the assistant that the project is indexed
  pre-search      tells it, before it searches files for a name, that the index
                  has that name; the search goes on all the same
  post-edit       brings the index up to date with the edited file
It always ends with status 0.`,
		Hidden: true, DisableFlagParsing: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && (args[0] == "--help" || args[0] == "-h") {
				return cmd.Help()
			}
			hooks{a}.hook(cmd, args)
			return nil
		},
	}
}

func (a hooks) hook(cmd *cobra.Command, args []string) {
	defer func() {
		if fault := recover(); fault != nil {
			fmt.Fprintf(a.stderr, "codegraph: hook failed: %v\n", fault)
		}
	}()
	if len(args) != 1 || hookEvents[args[0]] == nil {
		fmt.Fprintf(a.stderr, "codegraph: unknown hook %q; known are session-start, pre-search, post-edit\n", args)
		return
	}
	c, err := a.config(cmd)
	if err != nil {
		fmt.Fprintf(a.stderr, "codegraph: %s\n", query.ShownBlock(err.Error()))
		return
	}
	call, err := assistant.ReadHookCall(cmd.InOrStdin())
	var name, text string
	if err == nil {
		ctx, cancel := context.WithTimeout(cmd.Context(), hookTime)
		defer cancel()
		name, text, err = hookEvents[args[0]](a, ctx, cmd, call)
	}
	if err != nil {
		a.logger(c).Debug("hook had nothing to say", "event", args[0], "err", err)
		return
	}
	if text != "" {
		// Standard output is closed: the error has no reader.
		_ = printJSON(a.stdout, assistant.HookAnswer(name, text))
	}
}

// hookWorkspace returns a workspace in the project at dir or above.
func (a hooks) hookWorkspace(cmd *cobra.Command, dir string) (*workspace.Workspace, error) {
	d, err := a.workspace(cmd)
	if err != nil {
		return nil, err
	}
	if filepath.IsAbs(dir) {
		d.Dir = dir
	}
	d.Budget, d.Wait = hookBudget, index.Wait{Limit: time.Millisecond}
	return d, nil
}

// postEdit updates the index of the edited file's project.
func (a hooks) postEdit(ctx context.Context, cmd *cobra.Command, call assistant.HookCall) (string, string, error) {
	file := call.Edited()
	if file == "" {
		return "", "", nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return "", "", err
	}
	d, err := a.hookWorkspace(cmd, dir)
	if err != nil {
		return "", "", err
	}
	root, ok := settings.FindRoot(dir, d.Locations)
	if !ok {
		return "", "", nil
	}
	p, err := index.ProjectAt(root, d.Locations)
	if err != nil {
		return "", "", err
	}
	_, err = d.Keeper.Ensure(ctx, p, fresh.Options{Budget: hookBudget, Wait: d.Wait})
	return "", "", err
}

// preSearch describes the matches of a name that the assistant is about to search
// for.
func (a hooks) preSearch(ctx context.Context, cmd *cobra.Command, call assistant.HookCall) (string, string, error) {
	search, ok := call.Search()
	if !ok {
		return "", "", nil
	}
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	d, err := a.hookWorkspace(cmd, call.Dir)
	if err != nil {
		return "", "", err
	}
	d.Budget = searchTime / 4
	one := 1
	in := &question.QueryIn{Term: search.Name, Limit: &one, Scope: "self", File: filterOf(d, search.Path)}
	answer, err := question.Query().Run(ctx, d, in)
	if err != nil {
		return "", "", err
	}
	out := answer.(*question.QueryOut)
	if out.TotalMatches == 0 {
		return "", "", nil
	}
	return "PreToolUse", searchText(in, out), nil
}

// filterOf returns the file filter for a search of path, "" for all files.
func filterOf(d *workspace.Workspace, path string) string {
	dir, err := filepath.EvalSymlinks(d.Dir)
	if path == "" || err != nil {
		return ""
	}
	root, ok := settings.FindRoot(dir, d.Locations)
	if !ok {
		return ""
	}
	if at, err := filepath.EvalSymlinks(path); err == nil {
		path = at
	}
	rel, err := filepath.Rel(root, path)
	if err != nil || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}

func searchText(in *question.QueryIn, out *question.QueryOut) string {
	var b strings.Builder
	filter := ""
	if in.File != "" {
		filter = fmt.Sprintf(", file %q", in.File)
	}
	fmt.Fprintf(&b, "CodeGraph has %q in its index: %s in %s", in.Term,
		number(out.TotalMatches, "match", "matches"), number(out.TotalFiles, "file", "files"))
	if m := out.Matches[0]; m.Definition {
		fmt.Fprintf(&b, ", defined at %s:%d", query.Shown(string(m.File), 0), m.LineNumber)
	}
	fmt.Fprintf(&b, ". The tool codegraph_query (term %q%s) lists them with their lines, definitions first, comments and strings told apart; it costs less than a search of the files.", in.Term, filter)
	return b.String()
}

// sessionStart reports that the project is indexed, and names the useful tools.
func (a hooks) sessionStart(ctx context.Context, cmd *cobra.Command, call assistant.HookCall) (string, string, error) {
	d, err := a.hookWorkspace(cmd, call.Dir)
	if err != nil {
		return "", "", err
	}
	answer, err := question.Status().Run(ctx, d, &question.StatusIn{})
	if err != nil {
		return "", "", err
	}
	out := answer.(*question.StatusOut)
	var b strings.Builder
	fmt.Fprintf(&b, "CodeGraph has indexed this project, %s: %s (%s). ", query.Shown(out.ProjectName, 60),
		number(out.Statistics.Files, "file", "files"), mostUsed(out.Languages))
	b.WriteString("Ask codegraph_query for names and words before grep, codegraph_signature for what a file declares before reading it, " +
		"codegraph_summary for what the project is. Answers follow every edit.")
	if names := dependencies(ctx, d); len(names) > 0 {
		fmt.Fprintf(&b, " It depends on other projects that are indexed: %s; scope \"dependencies\" asks them too.", strings.Join(names, ", "))
	}
	return "SessionStart", b.String(), nil
}

func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

const fewNames = 5

// mostUsed names the languages with the most files.
func mostUsed(languages map[string]int) string {
	var ids []string
	for id := range languages {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		if languages[a] != languages[b] {
			return languages[b] - languages[a]
		}
		return strings.Compare(a, b)
	})
	var out []string
	for _, id := range ids[:min(len(ids), fewNames)] {
		out = append(out, fmt.Sprintf("%s %d", id, languages[id]))
	}
	return strings.Join(out, ", ")
}

// dependencies names the indexed projects that this one depends on, if there is a
// catalog.
func dependencies(ctx context.Context, d *workspace.Workspace) []string {
	answer, err := register.Links().Run(ctx, d, &register.LinksIn{})
	if err != nil {
		return nil
	}
	var names []string
	for _, l := range answer.(*register.LinksOut).Links {
		if name := query.Shown(l.Name, 60); l.Direction == "dependency" && l.Available && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > fewNames {
		names = append(names[:fewNames], fmt.Sprintf("%d more", len(names)-fewNames))
	}
	return names
}
