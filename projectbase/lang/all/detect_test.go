package all_test

import (
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
)

// TestDetectAmong checks which files are indexed, and as which language, with
// selected ids.
func TestDetectAmong(t *testing.T) {
	tests := []struct {
		name   string
		chosen []string
		path   projectbase.Path
		want   string
	}{
		{"all by default", nil, "a.go", "go"},
		{"second rank by default", nil, "docs/README.md", "markdown"},
		{"by name", nil, "sub/Dockerfile", "dockerfile"},
		{"text is to be asked for", nil, "package.json", ""},
		{"unknown is not indexed", nil, "LICENSE", ""},
		{"text", []string{"text"}, "package.json", "text"},
		{"unknown as text", []string{"text"}, "LICENSE", "text"},
		{"another language is no text", []string{"text"}, "a.go", ""},
		{"text beside another", []string{"go", "text"}, "a.go", "go"},
		{"chosen", []string{"go"}, "a.go", "go"},
		{"not chosen", []string{"go"}, "a.md", ""},
		{"unknown without text", []string{"go"}, "LICENSE", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := all.Set().DetectAmong(tt.chosen, tt.path, nil)
			if got != tt.want {
				t.Errorf("%s is %q, want %q", tt.path, got, tt.want)
			}
			if got != "" && !all.Set().Wants(got, tt.chosen) {
				t.Errorf("%s is not wanted", got)
			}
		})
	}
}
