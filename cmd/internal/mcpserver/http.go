package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// serveHTTP reads the body up to its limit. It ignores a cancellation without a
// session.
func (s *Server) serveHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		s.http.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.opts.MaxBody))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		refuse(w, http.StatusRequestEntityTooLarge, "the request is longer than the server's limit")
		return
	case err != nil:
		refuse(w, http.StatusBadRequest, "the request could not be read")
		return
	}
	// Calls outside sessions do not identify their client, so that one client could
	// cancel the calls of another. Such a client closes its request instead.
	if r.Header.Get(server.HeaderKeySessionID) == "" && cancels(body) {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.http.ServeHTTP(w, r)
}

func cancels(body []byte) bool {
	var m struct {
		Method string `json:"method"`
	}
	return json.Unmarshal(body, &m) == nil && m.Method == string(mcp.MethodNotificationCancelled)
}

// refuse answers a request that does not reach mcp-go.
func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client may be gone.
	_ = json.NewEncoder(w).Encode(errorReply(nil, mcp.INVALID_REQUEST, message))
}

func errorReply(id any, code int, message string) mcp.JSONRPCError {
	return mcp.NewJSONRPCError(mcp.NewRequestId(id), code, message, nil)
}
