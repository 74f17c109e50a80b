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

// clientsBench measures a service that many clients ask at once, by turns over
// REST and over MCP, and then does so again while one more client floods it.
type bench struct {
	program, scratch string
	catalog, repos   string
	address          string // of the service, http://HOST:PORT
	tokens           []string
	clients          int
	flooding         int // requests a second of the flood
	time, pause      time.Duration
	pid              int // of the service; 0: it is not ours
	report           *report.Results
	unlabelled       []string // failures without a code, some of them
}

func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("codegraph-bench clients", flag.ExitOnError)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), `codegraph-bench clients [-clients N] [-for D] [-pause D] [-tokens FILE] [-json] URL
codegraph-bench clients [-clients N] [-for D] [-pause D] [-catalog ADDRESS] [-codegraph FILE] [-json] -repos DIR

Asks a service as many clients at once, every other one over MCP: query (exact, and
contains over all projects), symbol, callers, summary and projects, about names that
the service itself has told. Then once more while another client floods it. Prints what was answered a second, how long answers took, what failed with
which code, and the service's memory.

With -repos it starts a service of its own over the projects in DIR, with an empty
base of each, and measures first how long after its start a question to all
projects is answered from two, and from all of them.

Fails if an answer failed without saying why.

`)
		flags.PrintDefaults()
	}
	b := &bench{report: &report.Results{}}
	flags.IntVar(&b.clients, "clients", 50, "how many ask")
	flags.DurationVar(&b.time, "for", time.Minute, "how long they ask, without the flood and with it")
	flags.DurationVar(&b.pause, "pause", 0, "mean time that a client waits after an answer")
	flags.IntVar(&b.flooding, "flood", 500, "requests a second that the flooding client sends; it takes the same machine's time")
	flags.StringVar(&b.catalog, "catalog", "", "catalog of the own service: a file or postgres://..., which should be empty")
	flags.StringVar(&b.repos, "repos", "", "directory of the projects of the own service")
	flags.StringVar(&b.program, "codegraph", "", "the codegraph `program` to measure")
	tokens := flags.String("tokens", "", "`file` with the tokens for the service at URL, one in a line; the last one is for the flood")
	asJSON := flags.Bool("json", false, "print one JSON document instead of a table")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if (flags.NArg() == 1) == (b.repos != "") || flags.NArg() > 1 || b.clients < 1 || b.time <= 0 || b.pause < 0 || b.flooding < 1 || b.flooding > 1e6 {
		return fmt.Errorf("clients takes the URL of a service or -repos DIR, one client at least, a time and a flood")
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
		return fmt.Errorf("answers failed without a code, such as:\n%s", strings.Join(b.unlabelled, "\n"))
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

// phase lets the clients ask for the time of one measurement and enters its
// figures.
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
	begin, cpu, own := time.Now(), process.CpuOf(b.pid), process.CpuTime()
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
		b.report.Add(what+", memory of the service", "MB", 0, []float64{float64(<-peak) / 1e6}, "greatest, parsers included; CPU %.1f s, of the clients %.1f", (process.CpuOf(b.pid) - cpu).Seconds(), (process.CpuTime() - own).Seconds())
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

// tally is how many answers failed with which code.
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
