package languages

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"codegraph/cmd/codegraph-bench/internal/sourcetree"
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/bash"
	"codegraph/projectbase/lang/c"
	"codegraph/projectbase/lang/cpp"
	"codegraph/projectbase/lang/csharp"
	"codegraph/projectbase/lang/golang"
	"codegraph/projectbase/lang/java"
	"codegraph/projectbase/lang/javascript"
	"codegraph/projectbase/lang/kotlin"
	"codegraph/projectbase/lang/lua"
	"codegraph/projectbase/lang/php"
	"codegraph/projectbase/lang/protobuf"
	"codegraph/projectbase/lang/python"
	"codegraph/projectbase/lang/ruby"
	"codegraph/projectbase/lang/rust"
	"codegraph/projectbase/lang/typescript"
)

// ctagsKinds are the language name and the kind letters of types and callables in
// universal-ctags, by language id.
var ctagsKinds = map[string][2]string{
	bash.Language.ID: {"Sh", "f"}, c.Language.ID: {"C", "fsug"}, cpp.Language.ID: {"C++", "fcsug"}, csharp.Language.ID: {"C#", "cgims"}, golang.Language.ID: {"Go", "fsti"},
	java.Language.ID: {"Java", "cgima"}, javascript.Language.ID: {"JavaScript", "cfm"}, kotlin.Language.ID: {"Kotlin", "icomT"}, lua.Language.ID: {"Lua", "f"},
	php.Language.ID: {"PHP", "cfit"}, protobuf.Language.ID: {"Protobuf", "mgsr"}, python.Language.ID: {"Python", "cfm"}, ruby.Language.ID: {"Ruby", "cfmS"},
	rust.Language.ID: {"Rust", "sgimPf"}, typescript.Language.ID: {"TypeScript", "cgifm"},
}

// definitions are the declarations in the files of a language.
type definitions map[projectbase.Path]fileDefinitions

type fileDefinitions struct {
	symbols map[string][]int // lines by name
	words   lineWords
	lines   [][]byte
}

type definition struct {
	path projectbase.Path
	name string
}

func (d definitions) add(file sourcetree.File, f *projectbase.Facts, words lineWords) {
	symbols := map[string][]int{}
	for _, s := range f.Symbols {
		name := strings.Trim(s.Name, "`")
		symbols[name] = append(symbols[name], int(s.NameLine))
	}
	d[file.Path] = fileDefinitions{symbols, words, bytes.Split(file.Bytes, []byte("\n"))}
}

// near is the number of lines by which ctags may miss the line of a name, because it may
// report another line of a multi-line head.
const near = 3

// has reports whether a name is declared on or near a line.
func (d definitions) has(at definition, line int) bool {
	for _, l := range d[at.path].symbols[at.name] {
		if l-line <= near && line-l <= near {
			return true
		}
	}
	return false
}

// written reports whether a name occurs on or near a line. ctags invents names for
// anonymous functions, and some versions lose names.
func (d definitions) written(at definition, line int) bool {
	lines := d[at.path].lines
	for _, l := range lines[max(0, min(len(lines), line-1-near)):min(len(lines), line+near)] {
		if bytes.Contains(l, []byte(at.name)) {
			return true
		}
	}
	return false
}

// inText reports whether a name occurs on a line only in strings and comments.
func (d definitions) inText(at definition, line int) bool {
	code, found := d[at.path].words[uint32(line)][at.name]
	return found && !code
}

// compareDefinitions compares the symbols of files with the definitions of ctags.
func (r *row) compareDefinitions(ctx context.Context, l *lang.Language, files []sourcetree.File, have definitions) error {
	by, known := ctagsKinds[l.ID]
	if !known {
		return nil
	}
	var list strings.Builder
	for _, f := range files {
		fmt.Fprintln(&list, filepath.FromSlash(string(f.Path)))
	}
	cmd := exec.CommandContext(ctx, "ctags", "--options=NONE", "--quiet", "-f", "-", "--fields=+n", "--sort=no", "--pattern-length-limit=0",
		"--languages="+by[0], "--language-force="+by[0], "--kinds-"+by[0]+"="+by[1], "-L", "-")
	cmd.Dir, cmd.Stdin, cmd.Stderr = r.Directory, strings.NewReader(list.String()), os.Stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("definitions are compared with universal-ctags, which is not installed: %w", err)
	} else if err != nil {
		return fmt.Errorf("ctags: %w", err)
	}
	seen := map[string]bool{}
	for row := range bytes.Lines(out) {
		at, line, ok := ctagsRow(l.ID, string(row))
		if key := fmt.Sprint(at, line); !ok || seen[key] {
			continue
		} else {
			seen[key] = true
		}
		if !have.written(at, line) {
			continue
		}
		if have.inText(at, line) {
			r.InText++
			continue
		}
		r.Definitions++
		if have.has(at, line) {
			r.Found++
		} else {
			r.examples = append(r.examples, fmt.Sprintf("%s:%d: %s is no symbol", at.path, line, at.name))
		}
	}
	return nil
}

// ctagsRow parses a line of ctags output. It removes containers from names and skips
// anonymous types and functions.
func ctagsRow(language, row string) (at definition, line int, ok bool) {
	columns := strings.Split(strings.TrimRight(row, "\r\n"), "\t")
	if len(columns) < 4 || columns[0] == "" || columns[0][0] == '!' || strings.HasPrefix(columns[0], "__anon") || invented(language, columns) {
		return definition{}, 0, false
	}
	for _, c := range columns[3:] {
		if n, is := strings.CutPrefix(c, "line:"); is {
			line, _ = strconv.Atoi(n)
		}
	}
	name := strings.TrimSpace(strings.NewReplacer(`\x21`, "!", `\x20`, " ").Replace(strings.Trim(columns[0], "`")))
	if m := quotedKotlin.FindStringSubmatch(columns[2]); language == kotlin.Language.ID && m != nil {
		name = m[1]
	}
	if key := strings.Trim(name, `[]"'`); language == lua.Language.ID && key != name {
		return definition{projectbase.Path(filepath.ToSlash(columns[1])), key}, line, line > 0
	}
	for _, separator := range separators[language] {
		if i := strings.LastIndex(name, separator); i >= 0 && i+len(separator) < len(name) {
			name = name[i+len(separator):]
		}
	}
	return definition{projectbase.Path(filepath.ToSlash(columns[1])), name}, line, line > 0
}

// quotedKotlin matches a function with a quoted name, because ctags loses such names.
var quotedKotlin = regexp.MustCompile("\\bfun\\b[^`=(]*`([^`]+)`")

// invented reports whether ctags treats an expression as a definition: a list, a
// comparison, an object, a call with a block or a function.
func invented(language string, columns []string) bool {
	name, line := columns[0], columns[2]
	switch language {
	case bash.Language.ID:
		return strings.HasSuffix(name, "=")
	case javascript.Language.ID:
		return columns[3] == "c" && !strings.Contains(line, "class") && !strings.Contains(line, "function")
	case kotlin.Language.ID:
		return columns[3] == "m" && !quotedKotlin.MatchString(line) && !regexp.MustCompile(`\bfun\b.*[\s.]`+regexp.QuoteMeta(name)+`\s*\(`).MatchString(line)
	case lua.Language.ID:
		name = regexp.QuoteMeta(name)
		return !regexp.MustCompile(`function\s+` + name + `\s*\(|` + name + `\s*=\s*function\b`).MatchString(line)
	}
	return false
}

// separators stand between a container and the name of a definition.
var separators = map[string][]string{cpp.Language.ID: {"::"}, csharp.Language.ID: {"."}, javascript.Language.ID: {"."}, lua.Language.ID: {".", ":"}, ruby.Language.ID: {"."}}
