package workspace

import "context"

// A Service answers the tools of its own machine, and of the indexes that other
// machines have published to it.
type Service interface {
	// Host names the service in messages.
	Host() string
	// Call calls a tool with arguments and decodes its answer into out.
	Call(ctx context.Context, tool string, arguments, out any) error
}
