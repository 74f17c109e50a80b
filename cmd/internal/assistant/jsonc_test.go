package assistant

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEditServers checks that an added entry has the file's indentation, that adding
// is idempotent, and that removal restores the original file.
func TestEditServers(t *testing.T) {
	entry := server{name: DefaultName, Command: "codegraph", Args: []string{"mcp"}}
	const multi = "{\n    \"mcpServers\": {\n        \"a\": {},\n        \"codegraph\": {\n            \"command\": \"codegraph\",\n            \"args\": [\n                \"mcp\"\n            ]\n        }\n    }\n}"
	const line = `"codegraph": { "command": "codegraph", "args": [ "mcp" ] }`
	tests := []struct{ name, text, want string }{
		{"empty object", `{}`, `{"mcpServers": { ` + line + ` }}`},
		{"empty object, space", "{ \n}\n", `{"mcpServers": { ` + line + " } \n}\n"},
		{"empty list", `{"mcpServers": {}}`, `{"mcpServers": {` + line + `}}`},
		{"comment alone", "{\"mcpServers\": { // none\n}}", `{"mcpServers": {` + line + " // none\n}}"},
		{"one line", `{"mcpServers": {"a": {}}, "z": 1}`, `{"mcpServers": {"a": {}, ` + line + `}, "z": 1}`},
		{"lines", "{\n    \"mcpServers\": {\n        \"a\": {}\n    }\n}", multi},
		{"line ends", "{\r\n\t\"x\": 1\r\n}\r\n", "{\r\n\t\"x\": 1,\r\n\t\"mcpServers\": {\r\n\t\t\"codegraph\": {\r\n\t\t\t\"command\": \"codegraph\",\r\n\t\t\t\"args\": [\r\n\t\t\t\t\"mcp\"\r\n\t\t\t]\r\n\t\t}\r\n\t}\r\n}\r\n"},
		{"trailing commas and comments", "{\n  // mine\n  \"mcpServers\": {\n    \"a\": {}, // a\n    /* end */\n  },\n}\n",
			"{\n  // mine\n  \"mcpServers\": {\n    \"a\": {}, // a\n    /* end */\n    \"codegraph\": {\n      \"command\": \"codegraph\",\n      \"args\": [\n        \"mcp\"\n      ]\n    },\n  },\n}\n"},
		{"comment behind the last", "{\n  \"mcpServers\": {\n    \"a\": {} // a\n  }\n}",
			"{\n  \"mcpServers\": {\n    \"a\": {}, // a\n    \"codegraph\": {\n      \"command\": \"codegraph\",\n      \"args\": [\n        \"mcp\"\n      ]\n    }\n  }\n}"},
		{"comment ends a line", "{\"mcpServers\": {\"a\": {} // a\n}}", "{\"mcpServers\": {\"a\": {}, // a\n\"codegraph\": {\n  \"command\": \"codegraph\",\n  \"args\": [\n    \"mcp\"\n  ]\n}\n}}"},
		{"other keys named alike", `{"servers": {"codegraph": 1}, "mcpServers": {"b": 2 }}`, `{"servers": {"codegraph": 1}, "mcpServers": {"b": 2, ` + line + ` }}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := editServers("mcpServers", entry, []byte(tt.text), true, false)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, string(got)); d != "" {
				t.Errorf("added (-want +got):\n%s", d)
			}
			again, err := editServers("mcpServers", entry, got, true, false)
			if err != nil || string(again) != string(got) {
				t.Errorf("added twice: %v\n%s", err, again)
			}
			back, err := editServers("mcpServers", entry, got, true, true)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.text, string(back)); d != "" {
				t.Errorf("taken away (-want +got):\n%s", d)
			}
		})
	}
}

// TestEditServersAfterOthers checks that entries after ours are kept.
func TestEditServersAfterOthers(t *testing.T) {
	for text, want := range map[string]string{
		`{"m": {"codegraph": {}, "b": 1}}`:                `{"m": { "b": 1}}`,
		"{\"m\": {\n  \"codegraph\": {},\n  \"b\": 1\n}}": "{\"m\": {\n  \"b\": 1\n}}",
		`{"m": {"a": 0, "codegraph": {}, "b": 1}}`:        `{"m": {"a": 0, "b": 1}}`,
		`{"m": { "codegraph": {} }, "x": 1}`:              `{ "x": 1}`,
		`{"m": { /* mine */ "codegraph": {} }}`:           `{"m": { /* mine */  }}`,
		"{\n\"m\": {\n\"codegraph\": {}\n}\n}\n":          "", // all of it was ours
	} {
		got, err := editServers("m", server{name: DefaultName}, []byte(text), true, true)
		if err != nil || string(got) != want || (got == nil) != (want == "") {
			t.Errorf("take from %q = %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestEditServersRefuses(t *testing.T) {
	for _, text := range []string{"", "  \n", "{", `[]`, `{"m": []}`, `{"m": 1}`, `{"m": {}, "m": {}}`, `{"m": {"codegraph": 1, "codegraph": 2}}`, `{"a" 1}`, "\x00"} {
		for _, undo := range []bool{false, true} {
			if got, err := editServers("m", server{name: DefaultName}, []byte(text), true, undo); err == nil {
				t.Errorf("%q, undo %v: %q and no error", text, undo, got)
			}
		}
	}
}

// FuzzEditServers checks that any file is either refused, or unchanged after an
// entry is added and removed.
func FuzzEditServers(f *testing.F) {
	for _, s := range []string{`{}`, "{\n\t\"m\": {\"a\": [1, 2,],}, // x\n}", `{"m":{}}`, "{\"m\": {/**/}}", "{\r\n \"m\"\r\n: {\"b\":1//\n}}", `{"m" : { "x":{} , } , }`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		entry := server{name: DefaultName, Type: "stdio", Command: "c\"d", Args: []string{"mcp"}}
		got, err := editServers("m", entry, []byte(text), true, false)
		if err != nil || string(got) == text {
			return
		}
		back, err := editServers("m", entry, got, true, true)
		if err != nil || string(back) != text {
			t.Errorf("%q became %q and then %q, %v", text, got, back, err)
		}
	})
}
