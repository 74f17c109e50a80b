package assistant

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSearch(t *testing.T) {
	grep := func(pattern, path string) string {
		return `{"pattern":` + quote(pattern) + `,"path":` + quote(path) + `}`
	}
	bash := func(command string) string { return `{"command":` + quote(command) + `}` }
	tests := []struct{ tool, input, name, path string }{
		{"Grep", grep("PlayerHealth", ""), "PlayerHealth", ""},
		{"Grep", grep(`\bPlayerHealth\b`, "src"), "PlayerHealth", "/p/src"},
		{"Grep", grep("größe", "/q"), "größe", "/q"},
		{"Grep", grep("Player.*Health", ""), "", ""},
		{"Grep", grep("two words", ""), "", ""},
		{"Grep", grep("id", ""), "", ""}, // too short to be worth it
		{"Grep", grep("", ""), "", ""},
		{"Bash", bash("grep -rn PlayerHealth src"), "PlayerHealth", "/p/src"},
		{"Bash", bash("grep -rn --include='*.go' 'PlayerHealth' . | head -20"), "PlayerHealth", "/p"},
		{"Bash", bash(`rg -w "PlayerHealth"`), "PlayerHealth", ""},
		{"Bash", bash(`rg '\bPlayerHealth\b' src`), "PlayerHealth", "/p/src"},
		{"Bash", bash("rg -C 3 -t go PlayerHealth"), "PlayerHealth", ""},
		{"Bash", bash("git grep -n PlayerHealth"), "PlayerHealth", ""},
		{"Bash", bash("grep PlayerHealth file.go"), "", ""}, // one file
		{"Bash", bash("ls | grep PlayerHealth"), "", ""},
		{"Bash", bash("rg PlayerHealth | wc -l"), "", ""},
		{"Bash", bash("rg PlayerHealth && make"), "", ""},
		{"Bash", bash("rg $NAME"), "", ""},
		{"Bash", bash("rg PlayerHealth > out"), "", ""},
		{"Bash", bash("make PlayerHealth"), "", ""},
		{"Bash", bash("rg"), "", ""},
		{"Read", `{"file_path":"/p/PlayerHealth"}`, "", ""},
	}
	for _, tt := range tests {
		c, err := ReadHookCall(strings.NewReader(`{"cwd":"/p","tool_name":` + quote(tt.tool) + `,"tool_input":` + tt.input + `}`))
		if err != nil {
			t.Fatal(err)
		}
		got, ok := c.Search()
		if ok != (tt.name != "") || ok && (got.Name != tt.name || got.Path != tt.path) {
			t.Errorf("%s %s: %+v, %v; want %q in %q", tt.tool, tt.input, got, ok, tt.name, tt.path)
		}
	}
}

func quote(s string) string {
	text, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestReadHookCallRefuses(t *testing.T) {
	for _, text := range []string{"", "{", "[]", `{"tool_input":1}`} {
		if _, err := ReadHookCall(strings.NewReader(text)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
