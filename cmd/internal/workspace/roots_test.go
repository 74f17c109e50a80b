package workspace

import (
	"path/filepath"
	"testing"
)

func TestWorkspaceAmongRoots(t *testing.T) {
	root := mustTree(t, "indexed/.codegraph/index.db", "indexed/sub/x.go", "plain/x.go", "here/deep/x.go")
	for _, tt := range []struct {
		name, dir string
		roots     []string
		want      string
	}{
		{"the first that is in a project", "here", []string{"plain", "indexed/sub"}, "indexed/sub"},
		{"else the first that exists", "here", []string{"gone", "plain"}, "plain"},
		{"the workspace's own, if it is in one", "here/deep", []string{"indexed", "here"}, "here/deep"},
		{"a workspace above does not count", "here", []string{"here/deep"}, "here/deep"},
		{"none that exists", "here", []string{"gone", "plain/x.go"}, "here"},
		{"none", "here", nil, "here"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var dirs []string
			for _, r := range tt.roots {
				dirs = append(dirs, filepath.Join(root, r))
			}
			if got := (&Workspace{Dir: filepath.Join(root, tt.dir)}).Among(dirs).Dir; got != filepath.Join(root, tt.want) {
				t.Errorf("workspace at %s, want %s", got, tt.want)
			}
		})
	}
}
