package cli

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"codegraph/cmd/internal/httpserver"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// groupServe is the heading of the commands that serve other programs.
const groupServe = "serve"

// serveEnv starts the names of environment variables that set flags of serve.
const serveEnv = "CODEGRAPH_SERVE_"

// serveFlags are the flags of serve.
type serveFlags struct {
	listen    string
	repos     []string
	tokenFile string
	required  bool
	hosts     []string
	origins   []string
	tools     string
	scan      bool
	scanEvery time.Duration
	check     bool
	noWatch   bool
	published string
	maxBase   int64
	removed   removedFlags
	o         httpserver.Options
}

func newServe(a *app) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use: "serve", Short: "Answer over HTTP: MCP, JSON, metrics", GroupID: groupServe, Args: noArgs,
		Long: `Answer over HTTP: MCP, JSON, metrics

  POST /mcp              MCP over streamable HTTP
  POST /v1/tools/NAME    a tool; the answer is the JSON of its command with --json
  GET  /v1/projects      the catalog; /v1/projects/ID is one project
  GET  /v1/openapi.json  the OpenAPI description
  GET  /healthz, /readyz, /metrics

Without a token the server listens on this machine only. Tokens of --token-file (one
on a line) and CODEGRAPH_TOKEN have every right; tokens of "codegraph token" have
their scope. Over HTTP only projects below the directories of --repos can be scanned
and indexed; without --repos, only the current project.

Each flag can be set in the environment: --token-file is ` + serveEnv + `TOKEN_FILE.
The value of a flag that may be repeated is a list separated by commas; --repos is
a list like PATH.`,
		Example: `  codegraph serve
  codegraph serve --listen 0.0.0.0:7333 --repos ~/Repos --token-file ~/.config/codegraph/tokens`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := flagsFromEnv(cmd.LocalNonPersistentFlags(), serveEnv, os.LookupEnv); err != nil {
				return err
			}
			if f.check {
				return checkServer(cmd.Context(), f.listen)
			}
			return a.serve(cmd, &f)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// add defines the flags, in the order in which help shows them.
func (f *serveFlags) add(flags *pflag.FlagSet) {
	flags.SortFlags = false
	flags.StringVar(&f.listen, "listen", "127.0.0.1:7333", "address to listen at, HOST:PORT")
	flags.StringArrayVar(&f.repos, "repos", nil, "directory whose projects may be scanned and indexed; may be repeated")
	flags.BoolVar(&f.scan, "scan", false, "at the start, scan the directories of --repos and index new projects")
	flags.DurationVar(&f.scanEvery, "scan-every", 10*time.Minute, "time from one --scan to the next; 0 for once")
	flags.BoolVar(&f.noWatch, "no-watch", false, "do not watch files; compare them at each question")
	flags.BoolVar(&f.check, "check", false, "check whether the server at --listen answers, and exit")
	flags.StringVar(&f.tools, "tools", "", "tools that MCP offers: lean, standard, all or NAME,...")
	flags.StringVar(&f.tokenFile, "token-file", "", "file with access tokens, one on a line")
	flags.BoolVar(&f.required, "require-token", false, "require a token of the catalog even without --token-file and CODEGRAPH_TOKEN; see codegraph token")
	flags.StringArrayVar(&f.hosts, "allow-host", nil, "host name of this server; may be repeated")
	flags.StringArrayVar(&f.origins, "allow-origin", nil, "origin of web pages that may send requests; may be repeated")
	flags.StringVar(&f.published, "published", "", "directory for published indexes (default: beside the default catalog)")
	flags.Int64Var(&f.maxBase, "max-base", 2<<30, "largest index that can be published, in bytes; 0 accepts none")
	f.addLimits(flags)
	f.removed = removedFlags{}
	f.removed.add(flags)
}

// addLimits defines the flags that limit clients.
func (f *serveFlags) addLimits(flags *pflag.FlagSet) {
	flags.Int64Var(&f.o.MaxBody, "max-body", 4<<20, "longest request, in bytes")
	flags.DurationVar(&f.o.BodyTimeout, "body-timeout", 15*time.Second, "time limit for receiving a request")
	flags.DurationVar(&f.o.CallTimeout, "call-timeout", time.Minute, "time limit of a question")
	flags.IntVar(&f.o.MaxCalls, "max-calls", 128, "concurrent requests")
	flags.Float64Var(&f.o.Rate, "rate", 20, "requests a second with one token, or from one address without one; 0 is no limit")
	flags.IntVar(&f.o.Burst, "burst", 200, "requests with one token before --rate counts")
	flags.DurationVar(&f.o.SessionIdle, "session-idle", 30*time.Minute, "idle time after which an MCP session ends")
	flags.IntVar(&f.o.MaxSessions, "max-sessions", 512, "concurrent MCP sessions")
	flags.DurationVar(&f.o.Grace, "grace", 10*time.Second, "time for running calls at shutdown")
}

func (f *serveFlags) valid() error {
	for name, d := range map[string]time.Duration{"body-timeout": f.o.BodyTimeout, "call-timeout": f.o.CallTimeout, "session-idle": f.o.SessionIdle, "grace": f.o.Grace} {
		if d <= 0 {
			return usagef("--%s must be more than 0", name)
		}
	}
	if f.maxBase < 0 {
		return usagef("--max-base must not be less than 0")
	}
	if f.o.Rate < 0 || f.o.Burst <= 0 {
		return usagef("--rate must not be less than 0, and --burst more than 0")
	}
	if f.o.MaxBody <= 0 || f.o.MaxCalls <= 0 || f.o.MaxSessions <= 0 {
		return usagef("--max-body, --max-calls and --max-sessions must be more than 0")
	}
	return nil
}

// variableOf returns the name of the environment variable that sets a flag.
func variableOf(prefix, flag string) string {
	return prefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// serveVariable returns the name of the environment variable that sets a flag of
// serve.
func serveVariable(flag string) string { return variableOf(serveEnv, flag) }

// flagsFromEnv sets the flags that were not given from the environment.
func flagsFromEnv(flags *pflag.FlagSet, prefix string, lookup func(string) (string, bool)) error {
	var failed error
	flags.VisitAll(func(f *pflag.Flag) {
		name := variableOf(prefix, f.Name)
		value, _ := lookup(name)
		if f.Changed || value == "" || f.Name == "help" || failed != nil {
			return
		}
		values := []string{value}
		if f.Value.Type() == "stringArray" {
			if values = strings.Split(value, ","); f.Name == "repos" {
				values = filepath.SplitList(value)
			}
		}
		for _, v := range values {
			if err := flags.Set(f.Name, v); err != nil {
				failed = usagef("%s is %q: %v", name, value, err)
			}
		}
	})
	return failed
}
