// Package config merges the user's settings at start-up: flags take precedence
// over the environment, the environment over the configuration file, the file over
// defaults. It records the source of each value. Package projectbase/settings
// handles the settings of a project, which are stored in its index directory.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Config is the merged configuration. It is not changed after Load.
type Config struct {
	Dir      string // name of the index directory inside a project
	Bases    string // directory of all indexes; "" stores each index in its project
	Catalog  string // file or URL of the catalog of projects; "" for the default file
	Machine  string // name of this machine in catalogs; "" derives one from the machine id
	Token    string // access token for the catalog service
	LogLevel string // debug, info, warn or error
	Color    string // auto, always or never
	Tools    string // MCP tools: a profile or a list of names

	// Warnings has one line for each setting of an earlier version in use, with the
	// replacement.
	Warnings []string

	settings []Setting
}

// Setting is one value with its source.
type Setting struct {
	Name   string `json:"name"`
	Value  string `json:"value"`  // a secret is shown as "(set)"
	Source string `json:"source"` // default, file PATH, environment NAME or flag --name
}

// Input lists the sources of Load. The zero value gives the defaults.
type Input struct {
	Flags     map[string]string                // values of the given flags, by setting
	LookupEnv func(name string) (string, bool) // like os.LookupEnv; nil ignores the environment
	File      string                           // path of a JSON object; it may be missing or ""
}

type key struct {
	name   string
	env    string
	def    string
	values []string // allowed values; nil: any
	secret bool
	// address: the value may be a URL with a password
	address bool
	field   func(*Config) *string
}

func keys() []key {
	return []key{
		{name: "dir", env: "CODEGRAPH_DIR", def: ".codegraph", field: func(c *Config) *string { return &c.Dir }},
		{name: "bases", env: "CODEGRAPH_BASES", field: func(c *Config) *string { return &c.Bases }},
		{name: "catalog", env: "CODEGRAPH_CATALOG", address: true, field: func(c *Config) *string { return &c.Catalog }},
		{name: "machine", env: "CODEGRAPH_MACHINE", field: func(c *Config) *string { return &c.Machine }},
		{name: "token", env: "CODEGRAPH_TOKEN", secret: true, field: func(c *Config) *string { return &c.Token }},
		{name: "log_level", env: "CODEGRAPH_LOG_LEVEL", def: "warn", values: []string{"debug", "info", "warn", "error"},
			field: func(c *Config) *string { return &c.LogLevel }},
		{name: "tools", env: "CODEGRAPH_TOOLS", def: "standard", field: func(c *Config) *string { return &c.Tools }},
		{name: "color", def: "auto", values: []string{"auto", "always", "never"}, field: func(c *Config) *string { return &c.Color }},
	}
}

// DefaultFile returns the path of the configuration file, or "" without a user
// configuration directory.
func DefaultFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "codegraph", "config.json")
}

// Load merges the sources. Its errors name the value, its source and the allowed
// values.
func Load(in Input) (*Config, error) {
	file, err := readFile(in.File)
	if err != nil {
		return nil, err
	}
	c := &Config{}
	lookup := c.acceptFormer(file, in.LookupEnv)
	for _, k := range keys() {
		s := Setting{Name: k.name, Value: k.def, Source: "default"}
		if v, ok := file[k.name]; ok {
			s.Value, s.Source = v, "file "+in.File
		}
		if v, name, ok := fromEnv(k, lookup); ok {
			s.Value, s.Source = v, "environment "+name
		}
		if v, ok := in.Flags[k.name]; ok {
			s.Value, s.Source = v, "flag --"+strings.ReplaceAll(k.name, "_", "-")
		}
		if k.values != nil && !slices.Contains(k.values, s.Value) {
			return nil, fmt.Errorf("%s is %q (%s); it must be %s", k.name, s.Value, s.Source, oneOf(k.values))
		}
		*k.field(c) = s.Value
		if k.secret && s.Value != "" {
			s.Value = "(set)"
		}
		if k.address {
			s.Value = withoutPassword(s.Value)
		}
		c.settings = append(c.settings, s)
	}
	if strings.ContainsAny(c.Dir, `/\`) || c.Dir == "" || c.Dir == "." || c.Dir == ".." {
		return nil, fmt.Errorf("dir is %q; it must be a name, not a path; the setting bases chooses another location", c.Dir)
	}
	return c, nil
}

// withoutPassword returns a URL without user information, query and fragment,
// which may contain secrets. It returns a file path unchanged.
func withoutPassword(address string) string {
	scheme, _, ok := strings.Cut(address, "://")
	if !ok {
		return address
	}
	u, err := url.Parse(address)
	if n := strings.Count(address, "@"); err != nil || n > 1 || n == 1 && u.User == nil { // the password may be where the host seems to be
		return scheme + "://(set)"
	}
	return scheme + "://" + u.Host + u.Path
}

// Settings returns all settings in a fixed order, without secret values.
func (c *Config) Settings() []Setting { return slices.Clone(c.settings) }

// fromEnv returns the value of k in the environment. An empty variable counts as
// not set. NO_COLOR with any value sets color to "never".
func fromEnv(k key, lookup func(string) (string, bool)) (value, name string, ok bool) {
	if lookup == nil {
		return "", "", false
	}
	if k.name == "color" {
		if v, _ := lookup("NO_COLOR"); v != "" {
			return "never", "NO_COLOR", true
		}
		return "", "", false
	}
	v, _ := lookup(k.env)
	return v, k.env, v != ""
}

func readFile(name string) (map[string]string, error) {
	if name == "" {
		return nil, nil
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read configuration: %w", err)
	}
	values := map[string]string{}
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&values); err != nil {
		return nil, fmt.Errorf("read configuration %s: %w", name, err)
	}
	var known []string
	for _, k := range keys() {
		known = append(known, k.name)
	}
	for v := range values {
		if !slices.Contains(known, v) && !isFormer(v) {
			return nil, fmt.Errorf("configuration %s has unknown key %q; known are %s", name, v, strings.Join(known, ", "))
		}
	}
	return values, nil
}

func oneOf(values []string) string {
	n := len(values) - 1
	return strings.Join(values[:n], ", ") + " or " + values[n]
}
