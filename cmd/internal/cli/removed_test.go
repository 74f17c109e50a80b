package cli

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestRemovedServeFlags gives each removed flag of serve, on the command line or
// in the environment. It is accepted with a warning that names the replacement.
func TestRemovedServeFlags(t *testing.T) {
	for name, replacement := range map[string]string{
		"peers": "CODEGRAPH_CATALOG", "advertise": "--allow-host", "node-timeout": "--call-timeout", "node-secret-file": "codegraph token create",
	} {
		for _, way := range []string{"flag", "environment"} {
			var f serveFlags
			flags := pflag.NewFlagSet("serve", pflag.ContinueOnError)
			f.add(flags)
			lookup := func(string) (string, bool) { return "", false }
			args := []string{"--" + name, "https://build1.example:7333"}
			if way == "environment" {
				args = nil
				lookup = func(v string) (string, bool) {
					if v == serveVariable(name) {
						return "https://build1.example:7333", true
					}
					return "", false
				}
			}
			if err := flags.Parse(args); err != nil {
				t.Fatal(err)
			}
			if err := flagsFromEnv(flags, serveEnv, lookup); err != nil {
				t.Fatal(err)
			}
			list := f.removed.warnings()
			if len(list) != 1 || !strings.HasPrefix(list[0], "--"+name+" ") || !strings.Contains(list[0], replacement) {
				t.Errorf("--%s by %s: warnings %q", name, way, list)
			}
			if host := f.removed.host(); name == "advertise" && host != "build1.example" {
				t.Errorf("host %q", host)
			}
		}
	}
}
