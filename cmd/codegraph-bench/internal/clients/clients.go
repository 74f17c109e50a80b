// Package clients measures a service under load.
package clients

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codegraph/cmd/codegraph-bench/internal/process"
	"codegraph/cmd/codegraph-bench/internal/report"
)

// bench measures a service with many concurrent clients, half over REST and half over
// MCP. A second phase adds a client that floods the service.
type bench struct {
	program, scratch string
	catalog, repos   string
	address          string // of the service, http://HOST:PORT
	tokens           []string
	clients          int
	flooding         int // requests a second of the flooding client
	time, pause      time.Duration
	pid              int // of the service; 0 if another user runs it
	report           *report.Results
	unlabelled       []string // some failures without a code
}

func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("codegraph-bench clients", flag.ExitOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), `codegraph-bench clients [-clients N] [-for D] [-pause D] [-tokens FILE] [-json] URL
codegraph-bench clients [-clients N] [-for D] [-pause D] [-catalog ADDRESS] [-codegraph FILE] [-json] -repos DIR

Runs many clients against a service, every other one over MCP. The questions are query
(exact, and contains over all projects), symbol, callers, summary and projects, about
names that the service declares. A second phase adds a client that floods the service.
Prints answers a second, latencies, failures by code, and the memory of the service.

With -repos it starts its own service over the projects in DIR with empty indexes, and
first measures the time to an answer from two projects, and from all.

Fails if a failed answer has no code.

`)
		flags.PrintDefaults()
	}
	b := &bench{report: &report.Results{}}
	flags.IntVar(&b.clients, "clients", 50, "number of clients")
	flags.DurationVar(&b.time, "for", time.Minute, "duration of each phase, without and with the flood")
	flags.DurationVar(&b.pause, "pause", 0, "mean time that a client waits after an answer")
	flags.IntVar(&b.flooding, "flood", 500, "requests a second of the flooding client, on the same machine")
	flags.StringVar(&b.catalog, "catalog", "", "empty catalog for the started service: a file or postgres://...")
	flags.StringVar(&b.repos, "repos", "", "directory with projects; start a service over them")
	flags.StringVar(&b.program, "codegraph", "", "the codegraph `program` to measure")
	tokens := flags.String("tokens", "", "`file` with tokens for the service at URL, one in a line; the last one is for the flood")
	asJSON := flags.Bool("json", false, "print one JSON document instead of a table")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if (flags.NArg() == 1) == (b.repos != "") || flags.NArg() > 1 || b.clients < 1 || b.time <= 0 || b.pause < 0 || b.flooding < 1 || b.flooding > 1e6 {
		return fmt.Errorf("clients needs the URL of a service or -repos DIR; -clients, -for and -flood must be positive")
	}
	b.address = strings.TrimSuffix(flags.Arg(0), "/")
	var err error
	if b.scratch, err = os.MkdirTemp("", "codegraph-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.scratch)
	if *tokens != "" {
		text, err := os.ReadFile(*tokens)
		if err != nil {
			return err
		}
		b.tokens = strings.Fields(string(text))
	}
	if err := b.measure(ctx); err != nil {
		return err
	}
	err = b.report.Write(os.Stdout, *asJSON)
	if len(b.unlabelled) > 0 {
		return fmt.Errorf("failures without a code, such as:\n%s", strings.Join(b.unlabelled, "\n"))
	}
	return err
}

func (b *bench) measure(ctx context.Context) error {
	b.report.Directory = b.address
	if b.repos != "" {
		end, err := b.startOwn(ctx)
		if err != nil {
			return err
		}
		defer end()
		if b.report.Directory, err = filepath.Abs(b.repos); err != nil {
			return err
		}
	}
	known, err := b.learn(ctx)
	if err != nil {
		return err
	}
	for _, p := range known {
		b.report.Files += p.files
	}
	for _, flooded := range []bool{false, true} {
		if err := b.phase(ctx, known, flooded); err != nil {
			return err
		}
	}
	return nil
}

// phase runs the clients for the time of one measurement and adds its figures.
func (b *bench) phase(ctx context.Context, known []listedProject, flooded bool) error {
	ctx, cancel := context.WithTimeout(ctx, b.time)
	defer cancel()
	what := fmt.Sprintf("%d clients", b.clients)
	peak := make(chan int64, 1)
	if b.pid != 0 {
		go func() { peak <- process.SamplePeak(b.pid, ctx.Done()) }()
	}
	flood := make(chan map[string]int, 1)
	if flooded {
		what += " and a flood"
		go func() { flood <- b.flood(ctx, known[0].terms[0]) }()
	}
	begin, cpu, own := time.Now(), process.CPUOf(b.pid), process.CPUTime()
	answers, err := b.crowd(ctx, known)
	if err != nil {
		return err
	}
	took := time.Since(begin)
	var all []float64
	by, codes := map[string][]float64{}, map[string]int{}
	for _, a := range answers {
		codes[a.code]++
		if a.code == "" {
			all, by[a.kind] = append(all, a.ms), append(by[a.kind], a.ms)
		} else if a.code == unlabelled && len(b.unlabelled) < 5 {
			b.unlabelled = append(b.unlabelled, a.kind+": "+a.text)
		}
	}
	if len(all) == 0 {
		return fmt.Errorf("%s: no question was answered: %s", what, tally(codes))
	}
	b.report.Add(what+", answers", "/s", 0, []float64{float64(len(all)) / took.Seconds()}, "%d in %.0f s, pause of %v; failed: %s", len(all), took.Seconds(), b.pause, tally(codes))
	b.quantiles(what, all)
	for _, kind := range sortedKeys(by) {
		b.quantiles(what+", "+kind, by[kind])
	}
	if b.pid != 0 {
		b.report.Add(what+", memory of the service", "MB", 0, []float64{float64(<-peak) / 1e6}, "greatest, parsers included; CPU %.1f s, of the clients %.1f", (process.CPUOf(b.pid) - cpu).Seconds(), (process.CPUTime() - own).Seconds())
	}
	if flooded {
		f := <-flood
		b.report.Add("the flood, answered", "/s", 0, []float64{float64(f[""]) / took.Seconds()}, "one token, %d /s sent at most; failed: %s", b.flooding, tally(f))
	}
	return nil
}

func (b *bench) quantiles(what string, ms []float64) {
	slices.Sort(ms)
	b.report.Add(what+", p95", "ms", 0, []float64{report.Quantile(ms, 0.95)}, "p50 %.1f, p99 %.1f, greatest %.1f, of %d", report.Quantile(ms, 0.5), report.Quantile(ms, 0.99), ms[len(ms)-1], len(ms))
}

// tally counts the failures by code.
func tally(codes map[string]int) string {
	var list []string
	for _, code := range sortedKeys(codes) {
		if code != "" {
			list = append(list, fmt.Sprintf("%d %s", codes[code], code))
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}
