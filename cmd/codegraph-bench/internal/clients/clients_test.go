package clients

import "testing"

// A failure counts under its own code, and as unlabelled only without a code.
func TestCodes(t *testing.T) {
	tests := []struct {
		name string
		of   func([]byte) string
		text string
		want string
	}{
		{"refusal", codeOf, `{"error":{"code":"limit","message":"too many"}}`, "limit"},
		{"refusal of something else", codeOf, `<html>bad gateway</html>`, unlabelled},
		{"refusal without a code", codeOf, `{"error":{"message":"too many"}}`, unlabelled},
		{"answer", codeOfFailures, `{"failures":[]}`, ""},
		{"answer that lacks a project", codeOfFailures, `{"failures":[{"project":"lib","code":"timeout"}]}`, "partly timeout"},
		{"answer that lacks one without saying why", codeOfFailures, `{"failures":[{"project":"lib"}]}`, unlabelled},
		{"answer that was cut", codeOfFailures, `{"failures":[`, unlabelled},
		{"call", codeOfCall, `{"result":{"content":[{"text":"usage: it begins like a failure"}]}}`, ""},
		{"failed call", codeOfCall, `{"result":{"isError":true,"content":[{"text":"not_found: there is no such symbol"}]}}`, "not_found"},
		{"failed call without a code", codeOfCall, `{"result":{"isError":true,"content":[{"text":"Something went wrong: sorry"}]}}`, unlabelled},
		{"fault of the protocol", codeOfCall, `{"error":{"code":-32603,"message":"x"}}`, unlabelled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.of([]byte(tt.text)); got != tt.want {
				t.Errorf("code = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLastEvent(t *testing.T) {
	stream := "event: message\ndata: {\"method\":\"notifications/progress\"}\n\nevent: message\ndata: {\"id\":2}\n\n"
	if got := string(lastEvent([]byte(stream))); got != `{"id":2}` {
		t.Errorf("last event = %q, want the answer", got)
	}
}
