package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"time"

	"codegraph/cmd/internal/httpserver"
	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// asFixtures names an environment variable that contains an address. If it is set,
// this test binary serves the fixtures of the official conformance suite there. The
// fixtures run in the server of this package behind the guards of httpserver, so
// the suite tests the product's code.
const asFixtures = "CODEGRAPH_TEST_FIXTURES"

// serveFixtures serves until it is interrupted.
func serveFixtures(address string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ws := &workspace.Workspace{Dir: "/"}
	s := mcpserver.New(ws, mcpserver.Options{Tools: []*tool.Spec{}})
	defer s.Close()
	addFixtureTools(s.MCP())
	addFixtureResources(s.MCP())
	addFixturePrompts(s.MCP())
	l, err := httpserver.Listen(ctx, address, nil)
	if err != nil {
		return err
	}
	return httpserver.New(httpserver.Options{Workspace: ws, MCP: s.Handler()}).Serve(ctx, l)
}

// The content of the fixtures: a picture of one red pixel, and silent audio.
const (
	pixel   = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
	silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="
)

func addFixtureTools(m *server.MCPServer) {
	embedded := func(uri, mime, body string) mcp.Content {
		return mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: uri, MIMEType: mime, Text: body})
	}
	picture := mcp.NewImageContent(pixel, "image/png")
	for name, content := range map[string][]mcp.Content{
		"test_simple_text":       {mcp.NewTextContent("This is a simple text response for testing.")},
		"test_image_content":     {picture},
		"test_audio_content":     {mcp.NewAudioContent(silence, "audio/wav")},
		"test_embedded_resource": {embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")},
		"test_multiple_content_types": {mcp.NewTextContent("Multiple content types test:"), picture,
			embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`)},
	} {
		addFixture(m, name, func(context.Context, mcp.CallToolRequest) ([]mcp.Content, error) { return content, nil })
	}
	addFixture(m, "test_error_handling", func(context.Context, mcp.CallToolRequest) ([]mcp.Content, error) {
		return nil, fmt.Errorf("this tool intentionally returns an error for testing")
	})
	addFixture(m, "test_tool_with_logging", func(ctx context.Context, _ mcp.CallToolRequest) ([]mcp.Content, error) {
		for _, message := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
			err := mcpserver.Notify(ctx, func() error {
				return m.SendLogMessageToClient(ctx, mcp.NewLoggingMessageNotification(mcp.LoggingLevelInfo, "fixture", message))
			})
			if err != nil {
				return nil, err
			}
		}
		return []mcp.Content{mcp.NewTextContent("logged")}, nil
	})
	addFixture(m, "test_tool_with_progress", func(ctx context.Context, req mcp.CallToolRequest) ([]mcp.Content, error) {
		if req.Params.Meta == nil || req.Params.Meta.ProgressToken == nil {
			return nil, fmt.Errorf("there is no token of progress")
		}
		for _, done := range []int{0, 50, 100} {
			note := map[string]any{"progressToken": req.Params.Meta.ProgressToken, "progress": done, "total": 100}
			err := mcpserver.Notify(ctx, func() error {
				return m.SendNotificationToClient(ctx, "notifications/progress", note)
			})
			if err != nil {
				return nil, err
			}
		}
		return []mcp.Content{mcp.NewTextContent("done")}, nil
	})
	addAskingTools(m)
	m.AddTool(mcp.NewToolWithRawSchema("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", json.RawMessage(`{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
		"$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
		"properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}}, "additionalProperties": false}`)),
		func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
}

// addFixture adds a tool that takes anything. Its errors are errors of the tool.
func addFixture(m *server.MCPServer, name string, run func(context.Context, mcp.CallToolRequest) ([]mcp.Content, error)) {
	m.AddTool(mcp.NewToolWithRawSchema(name, "Fixture of the conformance suite", json.RawMessage(`{"type":"object"}`)),
		func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			content, err := run(ctx, req)
			if err != nil {
				return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(err.Error())}, IsError: true}, nil
			}
			return &mcp.CallToolResult{Content: content}, nil
		})
}

// askWait is the time limit for the suite's answers to requests of the server.
const askWait = 10 * time.Second

// addAskingTools adds those whose server asks its client something: the answer
// is a request of its own, which has to get through the guards.
func addAskingTools(m *server.MCPServer) {
	m.EnableSampling()
	addFixture(m, "test_sampling", func(ctx context.Context, req mcp.CallToolRequest) ([]mcp.Content, error) {
		ctx, cancel := context.WithTimeout(ctx, askWait)
		defer cancel()
		ask := mcp.CreateMessageRequest{CreateMessageParams: mcp.CreateMessageParams{MaxTokens: 100,
			Messages: []mcp.SamplingMessage{{Role: mcp.RoleUser, Content: mcp.NewTextContent(req.GetString("prompt", ""))}}}}
		//lint:ignore SA1019 the suite still asks a server for it
		got, err := m.RequestSampling(ctx, ask)
		if err != nil {
			return nil, err
		}
		return []mcp.Content{mcp.NewTextContent(fmt.Sprintf("LLM response: %v", got.Content))}, nil
	})
	for name, schema := range map[string]string{
		"test_elicitation": `{"type":"object","properties":{"username":{"type":"string"},"email":{"type":"string"}},"required":["username","email"]}`,
		"test_elicitation_sep1034_defaults": `{"type":"object","properties":{"name":{"type":"string","default":"John Doe"},
			"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},
			"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},"verified":{"type":"boolean","default":true}}}`,
		"test_elicitation_sep1330_enums": `{"type":"object","properties":{
			"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
			"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First"},{"const":"value2","title":"Second"}]},
			"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["One","Two","Three"]},
			"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
			"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First"},{"const":"value2","title":"Second"}]}}}}`,
	} {
		addFixture(m, name, func(ctx context.Context, req mcp.CallToolRequest) ([]mcp.Content, error) {
			ctx, cancel := context.WithTimeout(ctx, askWait)
			defer cancel()
			var ask mcp.ElicitationRequest
			ask.Params.Message = req.GetString("message", "Please fill in")
			ask.Params.RequestedSchema = json.RawMessage(schema)
			got, err := m.RequestElicitation(ctx, ask)
			if err != nil {
				return nil, err
			}
			return []mcp.Content{mcp.NewTextContent(fmt.Sprintf("User response: %s, %v", got.Action, got.Content))}, nil
		})
	}
}

func addFixtureResources(m *server.MCPServer) {
	m.AddResource(mcp.NewResource("test://static-text", "text", mcp.WithMIMEType("text/plain")),
		func(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, MIMEType: "text/plain", Text: "This is the content of the static text resource."}}, nil
		})
	m.AddResource(mcp.NewResource("test://static-binary", "picture", mcp.WithMIMEType("image/png")),
		func(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			return []mcp.ResourceContents{mcp.BlobResourceContents{URI: req.Params.URI, MIMEType: "image/png", Blob: pixel}}, nil
		})
	m.AddResourceTemplate(mcp.NewResourceTemplate("test://template/{id}/data", "template", mcp.WithTemplateMIMEType("application/json")),
		func(_ context.Context, req mcp.ReadResourceRequest) ([]mcp.ResourceContents, error) {
			body := fmt.Sprintf(`{"id":"%[1]v","data":"Data for ID: %[1]v"}`, req.Params.Arguments["id"])
			return []mcp.ResourceContents{mcp.TextResourceContents{URI: req.Params.URI, MIMEType: "application/json", Text: body}}, nil
		})
}

func addFixturePrompts(m *server.MCPServer) {
	add := func(name string, arguments []string, messages func(arguments map[string]string) []mcp.Content) {
		options := []mcp.PromptOption{mcp.WithPromptDescription("Fixture of the conformance suite")}
		for _, a := range arguments {
			options = append(options, mcp.WithArgument(a, mcp.RequiredArgument()))
		}
		m.AddPrompt(mcp.NewPrompt(name, options...), func(_ context.Context, req mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var list []mcp.PromptMessage
			for _, c := range messages(req.Params.Arguments) {
				list = append(list, mcp.NewPromptMessage(mcp.RoleUser, c))
			}
			return mcp.NewGetPromptResult("", list), nil
		})
	}
	add("test_simple_prompt", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewTextContent("This is a simple prompt for testing.")}
	})
	add("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewTextContent(fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", a["arg1"], a["arg2"]))}
	})
	add("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewEmbeddedResource(mcp.TextResourceContents{URI: a["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content for testing."}),
			mcp.NewTextContent("Please process the embedded resource above.")}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{mcp.NewImageContent(pixel, "image/png"), mcp.NewTextContent("Please analyze the image above.")}
	})
}
