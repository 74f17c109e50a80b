package assistant

import (
	"strings"

	"github.com/tailscale/hujson"
)

// Hooks of Claude Code: the events and tools that run CodeGraph. The command ignores
// failures, because people without CodeGraph share the settings of a project.
var claudeHooks = []struct {
	event, tools, name string
	seconds            int
}{
	{"SessionStart", "", "session-start", 5},
	{"PreToolUse", "Grep|Bash", "pre-search", 5},
	{"PostToolUse", "Edit|MultiEdit|Write|NotebookEdit", "post-edit", 10},
}

type hookGroup struct {
	Matcher string `json:"matcher,omitempty"`
	Hooks   []hook `json:"hooks"`
}

type hook struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"` // seconds
}

const hookCommand = "codegraph hook "

// editHooks edits the hooks in Claude Code's settings.
func editHooks(text []byte, exists, undo bool) ([]byte, error) {
	if !exists {
		events := map[string]any{}
		for _, h := range claudeHooks {
			events[h.event] = []hookGroup{newHookGroup(h.tools, h.name, h.seconds)}
		}
		made, err := indented(map[string]any{"hooks": events}, "", "  ")
		return []byte(made + "\n"), err
	}
	if undo {
		return takeHooks(text)
	}
	for _, h := range claudeHooks {
		d, err := parseDocument(text)
		if err != nil {
			return nil, err
		}
		if path, err := d.findHook(h.event, hookCommand+h.name); err != nil {
			return nil, err
		} else if path != nil {
			continue
		}
		if text, err = d.add([]string{"hooks", h.event}, true, newHookGroup(h.tools, h.name, h.seconds)); err != nil {
			return nil, err
		}
	}
	return text, nil
}

func newHookGroup(tools, name string, seconds int) hookGroup {
	return hookGroup{tools, []hook{{"command", hookCommand + name + " || true", seconds}}}
}

// takeHooks removes CodeGraph's hooks, also from groups with other hooks. It removes
// the last hook first, so that the file becomes byte for byte the former one.
func takeHooks(text []byte) ([]byte, error) {
	for i := len(claudeHooks) - 1; i >= 0; i-- {
		for text != nil {
			d, err := parseDocument(text)
			if err != nil {
				return nil, err
			}
			path, err := d.findHook(claudeHooks[i].event, hookCommand)
			if err != nil {
				return nil, err
			}
			if path == nil {
				break
			}
			if text, err = d.remove(path); err != nil {
				return nil, err
			}
		}
	}
	return text, nil
}

// findHook returns the path of the last hook of event whose command starts with
// command, or of the group if the group has no other hook. It returns nil if there
// is no such hook.
func (d *document) findHook(event, command string) ([]any, error) {
	groups, err := d.find("hooks", event)
	if err != nil || groups == nil {
		return nil, err
	}
	list := childrenOf(groups)
	for g := len(list) - 1; g >= 0; g-- {
		inner := list[g].value.Find("/hooks")
		if inner == nil {
			continue
		}
		if _, ok := inner.Value.(*hujson.Array); !ok {
			continue
		}
		hooks := childrenOf(inner)
		for h := len(hooks) - 1; h >= 0; h-- {
			at := hooks[h].value.Find("/command")
			if at == nil {
				continue
			}
			if text, ok := at.Value.(hujson.Literal); !ok || !strings.HasPrefix(text.String(), command) {
				continue
			}
			if len(hooks) == 1 {
				return []any{"hooks", event, g}, nil
			}
			return []any{"hooks", event, g, "hooks", h}, nil
		}
	}
	return nil, nil
}
