package edges

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"codegraph/projectbase/lang/cpp"
)

// libclangPackage is the version behind the published figures, on PyPI.
const libclangPackage = "libclang==18.1.1"

// cfamilyTruth runs libclang. It needs python3 with pip, and a C compiler that reports
// the directories of system headers.
func cfamilyTruth(ctx context.Context, language, dir string) (*truth, error) {
	s, err := newScript(ctx, "cfamily.py", "")
	if err != nil {
		return nil, err
	}
	defer s.close()
	system, err := systemIncludes(ctx, language)
	if err != nil {
		return nil, err
	}
	if err := s.execute(ctx, "python3", "-m", "venv", s.path("venv")); err != nil {
		return nil, err
	}
	if err := s.execute(ctx, s.path("venv/bin/pip"), "install", "--quiet", libclangPackage); err != nil {
		return nil, err
	}
	if err := s.execute(ctx, s.path("venv/bin/python"), append([]string{s.path("cfamily.py"), language, dir, s.path("truth")}, system...)...); err != nil {
		return nil, err
	}
	return readTruth(s.path("truth"))
}

// systemIncludes returns the directories of the system's headers.
func systemIncludes(ctx context.Context, language string) ([]string, error) {
	driver := language // as cc names it
	if language == cpp.Language.ID {
		driver = "c++"
	}
	out, err := exec.CommandContext(ctx, "cc", "-E", "-v", "-x", driver, os.DevNull).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("cc -E -v: %w", err)
	}
	_, list, _ := strings.Cut(string(out), "#include <...>")
	list, _, _ = strings.Cut(list, "End of search list")
	var dirs []string
	for line := range strings.Lines(list) {
		if dir, ok := strings.CutPrefix(line, " "); ok && filepath.IsAbs(strings.TrimSpace(dir)) {
			dirs = append(dirs, strings.TrimSpace(dir))
		}
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("cc -E -v names no directory of headers: %s", out)
	}
	return dirs, nil
}
