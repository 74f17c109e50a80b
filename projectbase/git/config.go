package git

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Environment locates the user's and the system's Git configuration.
type Environment struct {
	Home       string // "" if there is none
	ConfigHome string // XDG_CONFIG_HOME; "" means .config in Home
	System     string // the system configuration file, such as /etc/gitconfig; "" for none
}

// UserEnvironment returns the environment of the user of this process.
func UserEnvironment() Environment {
	home, _ := os.UserHomeDir()
	return Environment{Home: home, ConfigHome: os.Getenv("XDG_CONFIG_HOME"), System: "/etc/gitconfig"}
}

func (e Environment) configHome() string {
	if e.ConfigHome == "" && e.Home != "" {
		return filepath.Join(e.Home, ".config")
	}
	return e.ConfigHome
}

// ConfigFiles returns the configuration files that apply to every repository,
// the weakest first. They need not exist.
func (e Environment) ConfigFiles() []string {
	var names []string
	if e.System != "" {
		names = append(names, e.System)
	}
	if d := e.configHome(); d != "" {
		names = append(names, filepath.Join(d, "git", "config"))
	}
	if e.Home != "" {
		names = append(names, filepath.Join(e.Home, ".gitconfig"))
	}
	return names
}

// Ignoring holds the ignore settings of a repository, or of a directory outside
// any repository, apart from the ignore files in its tree.
type Ignoring struct {
	GlobalFile string // core.excludesFile, absolute; "" if there is none; need not exist
	FoldCase   bool   // core.ignoreCase: patterns match names in any case
}

// Ignoring reads the ignore settings from the configuration. A nil Repo means a
// directory outside any repository.
func (r *Repo) Ignoring(ctx context.Context, env Environment) Ignoring {
	var all config
	for _, name := range env.ConfigFiles() {
		// An unreadable configuration counts as empty; git itself reports it.
		c, _ := readConfig(name)
		all = append(all, c...)
	}
	if r != nil {
		all = append(all, r.config...)
	}
	excludes, set := all.last("core", "excludesfile")
	fold, _ := all.last("core", "ignorecase")
	if all.includes() {
		// git itself evaluates conditional includes.
		if v, ok := env.ask(ctx, r, "path", "core.excludesFile"); ok {
			excludes, set = v, true
		}
		if v, ok := env.ask(ctx, r, "bool", "core.ignoreCase"); ok {
			fold = v
		}
	}
	ig := Ignoring{FoldCase: truth(fold)}
	switch {
	case set:
		ig.GlobalFile = env.expand(excludes)
	case env.configHome() != "":
		ig.GlobalFile = filepath.Join(env.configHome(), "git", "ignore")
	}
	return ig
}

// maxIncluded bounds the number of included files.
const maxIncluded = 100

// IncludedConfig returns the absolute paths of all included configuration
// files, whatever their conditions. They need not exist. A nil Repo means a
// directory outside any repository.
func (r *Repo) IncludedConfig(env Environment) []string {
	var included []string
	files := env.ConfigFiles()
	if r != nil {
		files = append(files, r.ConfigFile())
		if r.config.worktrees() {
			files = append(files, r.worktreeConfigFile())
			included = append(included, r.worktreeConfigFile())
		}
	}
	for i := 0; i < len(files); i++ {
		c, _ := readConfig(files[i])
		for _, s := range c {
			if s.section != "include" && s.section != "includeif" || s.key != "path" || len(included) >= maxIncluded {
				continue
			}
			name := env.expand(s.value)
			if name == "" && s.value != "" && s.value[0] != '~' && !strings.ContainsRune(s.value, 0) {
				name = filepath.Join(filepath.Dir(files[i]), filepath.FromSlash(s.value))
			}
			if name != "" && !slices.Contains(files, name) {
				files, included = append(files, name), append(included, name)
			}
		}
	}
	return included
}

// ask runs git for a value of a type: bool or path.
func (e Environment) ask(ctx context.Context, r *Repo, kind, key string) (string, bool) {
	dir := e.Home
	if r != nil {
		dir = r.WorkTree
	}
	c := Command{Dir: dir, Args: []string{"config", "--get", "--" + kind, "-z", key}, Timeout: 5 * time.Second, Env: e}
	out, err := c.Run(ctx)
	if err != nil {
		return "", false
	}
	v, _, _ := strings.Cut(string(out), "\x00")
	return v, true
}

// expand resolves a leading ~ as git does. It returns "" if it cannot.
func (e Environment) expand(p string) string {
	switch {
	case p == "" || strings.ContainsRune(p, 0):
		return ""
	case p == "~" || strings.HasPrefix(p, "~/"):
		if e.Home == "" {
			return ""
		}
		return filepath.Join(e.Home, strings.TrimPrefix(p, "~"))
	case filepath.IsAbs(p):
		return filepath.Clean(p)
	}
	return "" // relative to the working directory of git, or another user's home
}

// config holds the settings of a configuration file, in file order.
type config []setting

type setting struct {
	section    string // in lower case
	subsection string
	key        string // in lower case
	value      string
}

// last returns the effective value of a key without subsection: the last one.
func (c config) last(section, key string) (string, bool) {
	for i := len(c) - 1; i >= 0; i-- {
		if c[i].section == section && c[i].subsection == "" && c[i].key == key {
			return c[i].value, true
		}
	}
	return "", false
}

// includes reports whether the file includes others.
func (c config) includes() bool {
	for _, s := range c {
		if s.section == "include" || s.section == "includeif" {
			return true
		}
	}
	return false
}

// worktrees reports whether work trees have configuration files of their own
// (extensions.worktreeConfig).
func (c config) worktrees() bool {
	v, _ := c.last("extensions", "worktreeconfig")
	return truth(v)
}

func truth(v string) bool {
	switch strings.ToLower(v) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}

func readConfig(name string) (config, error) {
	data, err := readSmall(name)
	if err != nil {
		return nil, err
	}
	return parseConfig(data), nil
}

// parseConfig reads Git's configuration syntax. It skips malformed lines, which
// git itself reports.
func parseConfig(data []byte) config {
	var c config
	var section, subsection string
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	for len(data) > 0 {
		data = bytes.TrimLeft(data, " \t\r\n")
		if len(data) == 0 {
			break
		}
		switch data[0] {
		case '#', ';':
			_, data, _ = bytes.Cut(data, []byte("\n"))
		case '[':
			section, subsection, data = parseSection(data)
		default:
			var s setting
			s, data = parseSetting(data)
			s.section, s.subsection = section, subsection
			c = append(c, s)
		}
	}
	return c
}

// parseSection reads [section "subsection"] or [section.subsection].
func parseSection(data []byte) (section, subsection string, rest []byte) {
	i := 1
	var name, sub []byte
	for i < len(data) && data[i] != ']' && data[i] != '"' && data[i] != '\n' {
		name = append(name, data[i])
		i++
	}
	if i < len(data) && data[i] == '"' {
		for i++; i < len(data) && data[i] != '"' && data[i] != '\n'; i++ {
			if data[i] == '\\' && i+1 < len(data) {
				i++
			}
			sub = append(sub, data[i])
		}
		for i < len(data) && data[i] != ']' && data[i] != '\n' {
			i++
		}
	}
	if i < len(data) {
		i++
	}
	section = strings.ToLower(strings.TrimSpace(string(name)))
	if s, dotted, ok := strings.Cut(section, "."); ok && sub == nil {
		return s, dotted, data[i:]
	}
	return section, string(sub), data[i:]
}

// parseSetting reads "key = value" or "key", up to the end of its line.
func parseSetting(data []byte) (setting, []byte) {
	end := bytes.IndexAny(data, "=\n#;")
	if end < 0 {
		end = len(data)
	}
	s := setting{key: strings.ToLower(strings.TrimSpace(string(data[:end])))}
	if end == len(data) || data[end] != '=' {
		s.value = "true"
		_, rest, _ := bytes.Cut(data[end:], []byte("\n"))
		return s, rest
	}
	value, rest := parseValue(data[end+1:])
	s.value = value
	return s, rest
}

// parseValue reads a value with its quotes, escapes, continued lines and
// trailing comment.
func parseValue(data []byte) (string, []byte) {
	var out []byte
	quoted, keep := false, 0 // out[:keep] ends in something other than a blank
	i := 0
	for ; i < len(data) && (data[i] == ' ' || data[i] == '\t'); i++ {
	}
	for ; i < len(data); i++ {
		b := data[i]
		switch {
		case b == '\n':
			return string(out[:keep]), data[i+1:]
		case b == '\r' && i+1 < len(data) && data[i+1] == '\n':
			continue
		case b == '"':
			quoted = !quoted
			keep = len(out)
			continue
		case !quoted && (b == '#' || b == ';'):
			_, rest, _ := bytes.Cut(data[i:], []byte("\n"))
			return string(out[:keep]), rest
		case b == '\\' && i+1 < len(data):
			i++
			if data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n' {
				i++
			}
			if data[i] == '\n' {
				continue
			}
			out = append(out, unescape(data[i]))
			keep = len(out)
			continue
		}
		out = append(out, b)
		if quoted || b != ' ' && b != '\t' {
			keep = len(out)
		}
	}
	return string(out[:keep]), nil
}

func unescape(b byte) byte {
	switch b {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'b':
		return '\b'
	}
	return b
}
