package cli

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

const repositoryRoot = "../../.."

// composeFile is the tested part of a compose file.
type composeFile struct {
	Services map[string]struct {
		Environment map[string]string `yaml:"environment"`
		Ports       []string          `yaml:"ports"`
		Volumes     []yaml.Node       `yaml:"volumes"`
		Secrets     []string          `yaml:"secrets"`
		ReadOnly    bool              `yaml:"read_only"`
	} `yaml:"services"`
	Volumes map[string]any `yaml:"volumes"`
	Secrets map[string]any `yaml:"secrets"`
}

var composeFiles = []string{"docker-compose.yml", "deploy/docker-compose.production.yml"}

func mustRead(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repositoryRoot, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func mustCompose(t *testing.T, name string) composeFile {
	t.Helper()
	var c composeFile
	if err := yaml.Unmarshal([]byte(mustRead(t, name)), &c); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(c.Services) < 2 || len(c.Volumes) < 2 {
		t.Fatalf("%s: %d services, %d volumes; want two at least", name, len(c.Services), len(c.Volumes))
	}
	return c
}

// variable matches a variable in a compose file: its name, the operator for a
// missing value, and the default or the error message.
var variable = regexp.MustCompile(`\$\{([A-Z_]+)(:[-?])?([^}]*)\}`)

// TestComposeVariables checks that each variable is in env.example, with the same
// default or with an error message that says what to set.
func TestComposeVariables(t *testing.T) {
	example := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([A-Z_]+)=(.*)$`).FindAllStringSubmatch(mustRead(t, "deploy/env.example"), -1) {
		example[m[1]] = m[2]
	}
	unused := maps.Clone(example)
	for _, name := range composeFiles {
		text := mustRead(t, name)
		found := variable.FindAllStringSubmatch(text, -1)
		if n := strings.Count(text, "$"); n != len(found) {
			t.Errorf("%s: %d variables of %d are written as ${NAME:-DEFAULT} or ${NAME:?MESSAGE}", name, len(found), n)
		}
		for _, m := range found {
			documented, ok := example[m[1]]
			delete(unused, m[1])
			switch {
			case !ok:
				t.Errorf("%s: %s is not in deploy/env.example", name, m[1])
			case m[2] == ":-" && m[3] != documented:
				t.Errorf("%s: %s is %q by default, in deploy/env.example %q", name, m[1], m[3], documented)
			case m[2] == "", m[2] == ":?" && m[3] == "":
				t.Errorf("%s: %s has neither a default nor a message that it must be set", name, m[1])
			}
		}
	}
	if len(unused) > 0 {
		t.Errorf("deploy/env.example: %v are used by no compose file", slices.Sorted(maps.Keys(unused)))
	}
}

// TestDeployFlags checks that serve has every flag that the deployment files set.
func TestDeployFlags(t *testing.T) {
	flags := newServe(&app{}).Flags()
	set := regexp.MustCompile(serveEnv + `([A-Z_]+)\}?[=:]`)
	for _, name := range append([]string{"deploy/Dockerfile", "deploy/codegraph.service", "deploy/env.example"}, composeFiles...) {
		found := set.FindAllStringSubmatch(mustRead(t, name), -1)
		if len(found) == 0 {
			t.Errorf("%s sets no flag of serve", name)
		}
		for _, m := range found {
			if flag := strings.ToLower(strings.ReplaceAll(m[1], "_", "-")); flags.Lookup(flag) == nil {
				t.Errorf("%s: serve has no flag --%s", name, flag)
			}
		}
	}
}

// TestComposePorts checks that only this machine reaches the service and the
// database, and that in production only the proxy is reachable.
func TestComposePorts(t *testing.T) {
	published := 0
	for _, name := range composeFiles {
		for service, s := range mustCompose(t, name).Services {
			for _, port := range s.Ports {
				published++
				if !strings.HasPrefix(port, "127.0.0.1:") && service != "proxy" {
					t.Errorf("%s: %s listens at %s, not on loopback", name, service, port)
				}
				if name != composeFiles[0] && service != "proxy" {
					t.Errorf("%s: %s has the port %s; the proxy alone is to have one", name, service, port)
				}
			}
		}
	}
	if published != 3 {
		t.Errorf("%d ports are published, want the service's and two of the proxy", published)
	}
}

// TestComposeMounts checks that repositories are mounted read-only, that volumes
// and secrets exist, and that the service writes nowhere else.
func TestComposeMounts(t *testing.T) {
	for _, name := range composeFiles {
		c := mustCompose(t, name)
		if s := c.Services["codegraph"]; !s.ReadOnly {
			t.Errorf("%s: the root of the service's file system can be written to", name)
		}
		repos := 0
		for service, s := range c.Services {
			for _, secret := range s.Secrets {
				if c.Secrets[secret] == nil {
					t.Errorf("%s: %s needs the secret %s, which there is not", name, service, secret)
				}
			}
			for i := range s.Volumes {
				source, target, readOnly := mount(t, &s.Volumes[i])
				if _, ok := c.Volumes[source]; !ok && !readOnly {
					t.Errorf("%s: %s may write to %s, which is no volume", name, service, source)
				}
				if target == "/repos" {
					repos++
				}
			}
		}
		if repos != 1 {
			t.Errorf("%s: %d mounts of repositories, want 1", name, repos)
		}
	}
}

// mount parses the short or the long form of a mount.
func mount(t *testing.T, n *yaml.Node) (source, target string, readOnly bool) {
	t.Helper()
	if n.Kind == yaml.ScalarNode {
		parts := strings.Split(n.Value, ":")
		if len(parts) < 2 {
			t.Fatalf("the mount %q has no target", n.Value)
		}
		return parts[0], parts[1], len(parts) > 2 && parts[2] == "ro"
	}
	var long struct {
		Source   string `yaml:"source"`
		Target   string `yaml:"target"`
		ReadOnly bool   `yaml:"read_only"`
	}
	if err := n.Decode(&long); err != nil {
		t.Fatal(err)
	}
	return long.Source, long.Target, long.ReadOnly
}
