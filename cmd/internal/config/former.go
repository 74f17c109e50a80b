package config

import "fmt"

// former lists settings of the previous version. This version accepts them; the
// next version will refuse them.
var former = []struct {
	name, env   string
	now, nowEnv string // the replacement; "": none
	instead     string // text of the warning
}{
	{"node", "CODEGRAPH_NODE", "machine", "CODEGRAPH_MACHINE", "use CODEGRAPH_MACHINE, or machine in config.json"},
	{"node_secret", "CODEGRAPH_NODE_SECRET", "", "",
		"it has no effect: services no longer call each other; clients use a token in CODEGRAPH_TOKEN, see: codegraph token create"},
}

func isFormer(name string) bool {
	for _, f := range former {
		if f.name == name {
			return true
		}
	}
	return false
}

// acceptFormer copies the values of former settings to their replacements, unless
// the replacement is set, and adds a warning for each. It changes file and returns
// the lookup function for the environment.
func (c *Config) acceptFormer(file map[string]string, lookup func(string) (string, bool)) func(string) (string, bool) {
	if lookup == nil {
		lookup = func(string) (string, bool) { return "", false }
	}
	given := map[string]string{}
	for _, f := range former {
		if value := file[f.name]; value != "" {
			c.Warnings = append(c.Warnings, fmt.Sprintf("%s in config.json is a setting of an earlier version: %s", f.name, f.instead))
			if f.now != "" && file[f.now] == "" {
				file[f.now] = value
			}
		}
		if value, _ := lookup(f.env); value != "" {
			c.Warnings = append(c.Warnings, fmt.Sprintf("%s is a variable of an earlier version: %s", f.env, f.instead))
			if f.nowEnv != "" {
				given[f.nowEnv] = value
			}
		}
	}
	return func(name string) (string, bool) {
		value, ok := lookup(name)
		if value == "" && given[name] != "" {
			return given[name], true
		}
		return value, ok
	}
}
