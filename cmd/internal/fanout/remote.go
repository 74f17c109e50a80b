package fanout

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
)

// callService asks the service of the catalog, in one request, about the projects
// that are not on this machine. The function that it returns waits for the answer,
// which is nil if there is none; projects that are not answered are failures.
func callService[Out any](ctx context.Context, name string, projects *workspace.Projects, in any, joins bool) func() (*Out, []tool.ProjectFailure) {
	remote := projects.Remote()
	if len(remote) == 0 {
		return func() (*Out, []tool.ProjectFailure) { return nil, nil }
	}
	fail := func(err error) (*Out, []tool.ProjectFailure) {
		rows := make([]tool.ProjectFailure, len(remote))
		for i, p := range remote {
			rows[i] = failureOf(projects, p, err)
		}
		return nil, rows
	}
	if !joins {
		return func() (*Out, []tool.ProjectFailure) {
			return fail(fmt.Errorf("%w: %s works only on the machine of a project", projectbase.ErrNotAllowed, name))
		}
	}
	type result struct {
		out *Out
		err error
	}
	done := make(chan result, 1)
	ctx, cancel := context.WithTimeout(ctx, projects.ServiceTime())
	go func() {
		out, err := requestService[Out](ctx, projects.Service(), name, remote, in)
		done <- result{out, err}
	}()
	return func() (*Out, []tool.ProjectFailure) {
		defer cancel()
		r := <-done
		if r.err != nil {
			return fail(fmt.Errorf("%s: %w", projects.Service().Host(), r.err))
		}
		return r.out, nil
	}
}

// requestService sends the input of a question with a scope of some projects.
func requestService[Out any](ctx context.Context, s workspace.Service, name string, remote []catalog.Project, in any) (*Out, error) {
	arguments, err := remoteArguments(remote, in)
	if err != nil {
		return nil, err
	}
	var out Out
	if err := s.Call(ctx, name, arguments, &out); err != nil {
		return nil, err
	}
	clean(&out)
	return &out, nil
}

// remoteArguments returns the arguments of a question for the service.
func remoteArguments(remote []catalog.Project, in any) (map[string]any, error) {
	data, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	var arguments map[string]any
	if err := json.Unmarshal(data, &arguments); err != nil {
		return nil, err
	}
	ids := make([]string, len(remote))
	for i, p := range remote {
		ids[i] = string(p.ID)
	}
	arguments["scope"] = strings.Join(ids, ",")
	for _, own := range []string{"project", "format", "max_tokens", "include_dependencies"} {
		delete(arguments, own)
	}
	if arguments["limit"] == float64(0) {
		arguments["limit"] = maxRemote
	}
	return arguments, nil
}

// maxRemote is the limit for the service where the caller wants all matches, since
// a service refuses to answer without a limit.
const maxRemote = 100_000
