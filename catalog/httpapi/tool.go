package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"codegraph/catalog"
)

// ToolPrefix precedes the name of a tool in its path at a service.
const ToolPrefix = "/v1/tools/"

// maxToolAnswer limits the bytes of a tool's answer.
const maxToolAnswer = 32 << 20

// Tools calls the tools of a service.
type Tools struct{ *Client }

// Call calls a tool of the service with arguments and decodes its answer into out.
// The answer is untrusted: it may have any content of this type. Errors are those
// of the catalog's contract.
func (c Tools) Call(ctx context.Context, tool string, arguments, out any) error {
	body, err := json.Marshal(arguments)
	if err != nil {
		return fmt.Errorf("encode the arguments of %s: %w", tool, err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+ToolPrefix+tool, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: %w", catalog.ErrUsage, err)
	}
	r.Header.Set("Content-Type", "application/json")
	return c.do(c.slow, r, func(r *http.Response) error {
		data, err := io.ReadAll(io.LimitReader(r.Body, maxToolAnswer+1))
		if err != nil {
			return c.away(ctx, err)
		}
		if len(data) > maxToolAnswer || json.Unmarshal(data, out) != nil {
			return c.malformed(tool)
		}
		return nil
	})
}
