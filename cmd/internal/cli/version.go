package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"codegraph/cmd/internal/tool"
	"codegraph/migrations"
	"codegraph/projectbase/lang/all"

	"github.com/spf13/cobra"
)

type versions struct {
	Version          string `json:"version"`
	Revision         string `json:"revision"` // of the sources; "" if the build does not know it
	Modified         bool   `json:"modified"` // the sources differed from the revision
	Go               string `json:"go"`
	Platform         string `json:"platform"`
	SchemaVersion    string `json:"schema_version"`
	ExtractorVersion string `json:"extractor_version"`
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the versions of the program and its formats", GroupID: tool.GroupState, Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			v := readVersions()
			if a.json {
				return printJSON(a.stdout, v)
			}
			_, err := fmt.Fprint(a.stdout, v.text())
			return err
		},
	}
}

func readVersions() versions {
	v := versions{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		SchemaVersion: fmt.Sprintf("%d.0", migrations.ProjectBaseVersion), ExtractorVersion: all.Set().Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func (v versions) text() string {
	text := "codegraph " + v.Version
	if v.Revision != "" {
		text += " (" + v.Revision
		if v.Modified {
			text += ", modified"
		}
		text += ")"
	}
	return fmt.Sprintf("%s\nschema    %s\nextractor %s\n%s %s\n", text, v.SchemaVersion, v.ExtractorVersion, v.Go, v.Platform)
}
