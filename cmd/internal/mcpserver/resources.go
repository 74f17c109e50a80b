package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	projectsURI = "codegraph://projects"
	projectURI  = "codegraph://project/{name}/"

	mimeJSON     = "application/json"
	mimeMarkdown = "text/markdown"
	mimeSQL      = "application/sql"

	argName = "name"
)

// addResources adds the resources, which clients read without a tool call.
func (s *Server) addResources() {
	s.mcp.AddResource(mcp.NewResource(projectsURI, "projects", mcp.WithResourceDescription("The projects of the catalog"), mcp.WithMIMEType(mimeJSON)),
		func(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			text, err := s.data(ctx, register.Projects(), &register.ProjectsIn{})
			return contents(req, mimeJSON, text, err)
		})
	for _, r := range []struct {
		name, description, mime string
		read                    func(ctx context.Context, project string) (string, error)
	}{
		{"summary", "Summary of a project", mimeMarkdown, s.summary},
		{"docs", "A project's own guidance", mimeMarkdown, func(ctx context.Context, project string) (string, error) {
			return s.text(ctx, question.Docs(), &question.DocsIn{Scoped: fanout.Scoped{Common: tool.Common{Project: project}}})
		}},
		{"status", "State of a project's index", mimeJSON, func(ctx context.Context, project string) (string, error) {
			return s.data(ctx, question.Status(), &question.StatusIn{Scoped: fanout.Scoped{Common: tool.Common{Project: project}}})
		}},
		{"schema", "The tables and views of a project's index", mimeSQL, func(ctx context.Context, project string) (string, error) {
			return question.Schema(ctx, s.workspaceFor(ctx), project)
		}},
	} {
		t := mcp.NewResourceTemplate(projectURI+r.name, r.name, mcp.WithTemplateDescription(r.description), mcp.WithTemplateMIMEType(r.mime))
		s.mcp.AddResourceTemplate(t, func(ctx context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			text, err := r.read(ctx, projectOf(req))
			return contents(req, r.mime, text, err)
		})
	}
}

// projectOf returns the project of a URI, "" for the name ".": the current one.
func projectOf(req mcp.ReadResourceRequest) string {
	var name string
	switch v := req.Params.Arguments[argName].(type) {
	case string:
		name = v
	case []string:
		if len(v) > 0 {
			name = v[0]
		}
	}
	if name == "." {
		return ""
	}
	return name
}

func (s *Server) summary(ctx context.Context, project string) (string, error) {
	return s.text(ctx, question.Summary(), &question.SummaryIn{Scoped: fanout.Scoped{Common: tool.Common{Project: project}}})
}

// text runs a tool and returns its answer as text.
func (s *Server) text(ctx context.Context, spec *tool.Spec, in any) (string, error) {
	out, err := spec.Run(ctx, s.workspaceFor(ctx), in)
	if err != nil {
		return "", err
	}
	r, err := spec.Reply(in, out)
	return r.Text, err
}

// data runs a tool and returns its answer as JSON.
func (s *Server) data(ctx context.Context, spec *tool.Spec, in any) (string, error) {
	out, err := spec.Run(ctx, s.workspaceFor(ctx), in)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(out)
	return string(text), err
}

// contents returns a resource. A project that does not exist or has no index
// gives ErrResourceNotFound.
func contents(req mcp.ReadResourceRequest, mime, text string, err error) ([]mcp.ResourceContents, error) {
	if err != nil {
		f := tool.FailureOf(err).ForAssistant()
		if f.Code == "not_found" || f.Code == "not_indexed" || f.Code == "missing" {
			return nil, fmt.Errorf("%s: %w", f.Text(), server.ErrResourceNotFound)
		}
		return nil, errors.New(f.Text())
	}
	return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, MIMEType: mime, Text: text}}, nil
}
