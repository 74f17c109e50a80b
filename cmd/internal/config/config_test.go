package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLoadPrecedence(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.json")
	mustWrite(t, file, `{"log_level":"info","dir":".index","bases":"/from/file"}`)
	env := map[string]string{"CODEGRAPH_DIR": ".env", "CODEGRAPH_BASES": "/from/env", "CODEGRAPH_TOKEN": "hush", "CODEGRAPH_CATALOG": "postgres://me:hush@db:5432/x?sslmode=require&password=hush", "NO_COLOR": "1"}
	c, err := Load(Input{
		Flags:     map[string]string{"color": "always", "bases": "/from/flag"},
		LookupEnv: func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		File:      file,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []Setting{
		{"dir", ".env", "environment CODEGRAPH_DIR"},
		{"bases", "/from/flag", "flag --bases"},
		{"catalog", "postgres://db:5432/x", "environment CODEGRAPH_CATALOG"},
		{"machine", "", "default"},
		{"token", "(set)", "environment CODEGRAPH_TOKEN"},
		{"log_level", "info", "file " + file},
		{"tools", "standard", "default"},
		{"color", "always", "flag --color"},
	}
	if d := cmp.Diff(want, c.Settings()); d != "" {
		t.Errorf("settings (-want +got):\n%s", d)
	}
	if c.Dir != ".env" || c.Bases != "/from/flag" || c.LogLevel != "info" || c.Token != "hush" {
		t.Errorf("config = %+v", c)
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"/data/a@b?c.db":                         "/data/a@b?c.db",
		"https://team.example/x":                 "https://team.example/x",
		"postgres://me@db/x":                     "postgres://db/x",
		"postgres:///x?host=/run&password=hush":  "postgres:///x",
		"postgres://me:hush?@db/x":               "postgres://(set)",
		"postgres://me:123?hush@db/x":            "postgres://(set)",
		"postgres://me:hu@hush@db/x":             "postgres://(set)",
		"postgres://me:hu/hush%zz@db/x?a=b#hush": "postgres://(set)",
	} {
		if got := withoutPassword(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestLoadDefaults(t *testing.T) {
	c, err := Load(Input{File: filepath.Join(t.TempDir(), "missing.json")})
	if err != nil {
		t.Fatal(err)
	}
	if c.Dir != ".codegraph" || c.LogLevel != "warn" || c.Color != "auto" || c.Bases != "" {
		t.Errorf("defaults = %+v", c)
	}
}

func TestLoadRefuses(t *testing.T) {
	tests := []struct {
		name, file, level, dir, want string
	}{
		{"unknown key", `{"colour":"never"}`, "", "", `unknown key "colour"`},
		{"not JSON", `{`, "", "", "read configuration"},
		{"unknown level", `{}`, "loud", "", "debug, info, warn or error"},
		{"path for a name", `{}`, "", "a/b", "must be a name"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "config.json")
			mustWrite(t, file, tt.file)
			env := map[string]string{"CODEGRAPH_LOG_LEVEL": tt.level, "CODEGRAPH_DIR": tt.dir}
			_, err := Load(Input{File: file, LookupEnv: func(n string) (string, bool) { return env[n], env[n] != "" }})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error = %v, want one with %q", err, tt.want)
			}
		})
	}
}

func mustWrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestFormerSettings gives settings of the previous version, in the environment
// and in the file. They are accepted with a warning that names the replacement.
func TestFormerSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.json")
	mustWrite(t, file, `{"node":"from-file","node_secret":"hush"}`)
	for _, tt := range []struct {
		name, file string
		env        map[string]string
		machine    string
		warnings   []string // a part of each
	}{
		{"no former setting", "", map[string]string{"CODEGRAPH_MACHINE": "new"}, "new", nil},
		{"environment", "", map[string]string{"CODEGRAPH_NODE": "old", "CODEGRAPH_NODE_SECRET": "hush"}, "old", []string{"CODEGRAPH_MACHINE", "CODEGRAPH_TOKEN"}},
		{"both variables", "", map[string]string{"CODEGRAPH_NODE": "old", "CODEGRAPH_MACHINE": "new"}, "new", []string{"CODEGRAPH_MACHINE"}},
		{"file", file, nil, "from-file", []string{"CODEGRAPH_MACHINE", "CODEGRAPH_TOKEN"}},
		{"file and environment", file, map[string]string{"CODEGRAPH_MACHINE": "new"}, "new", []string{"CODEGRAPH_MACHINE", "CODEGRAPH_TOKEN"}},
	} {
		c, err := Load(Input{File: tt.file, LookupEnv: func(n string) (string, bool) { v, ok := tt.env[n]; return v, ok }})
		if err != nil {
			t.Fatal(err)
		}
		if c.Machine != tt.machine || len(c.Warnings) != len(tt.warnings) {
			t.Errorf("%s: machine %q, warnings %q", tt.name, c.Machine, c.Warnings)
			continue
		}
		for i, w := range c.Warnings {
			if !strings.Contains(w, tt.warnings[i]) || strings.Contains(w, "hush") {
				t.Errorf("%s: warning %q, want one with %q", tt.name, w, tt.warnings[i])
			}
		}
	}
}
