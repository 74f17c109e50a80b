// Package report holds and prints the figures of a benchmark.
package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// Results are the figures of one tree.
type Results struct {
	Directory string `json:"directory"`
	Files     int    `json:"files"`
	Bytes     int64  `json:"bytes"`
	Rows      []Row  `json:"rows"`
}

// Row is one figure: median, minimum and maximum of the runs.
type Row struct {
	What     string  `json:"what"`
	Median   float64 `json:"median"`
	Least    float64 `json:"least"`
	Greatest float64 `json:"greatest"`
	Unit     string  `json:"unit"` // "x" is a ratio
	Target   float64 `json:"target,omitempty"`
	Detail   string  `json:"detail"` // the terms of the figure and the baseline
}

// Add adds a figure with its values of all runs.
func (r *Results) Add(what, unit string, target float64, values []float64, detail string, args ...any) {
	slices.Sort(values)
	r.Rows = append(r.Rows, Row{What: what, Unit: unit, Target: target, Median: values[len(values)/2],
		Least: values[0], Greatest: values[len(values)-1], Detail: fmt.Sprintf(detail, args...)})
}

// Write prints the figures as a table or as JSON.
func (r *Results) Write(w io.Writer, asJSON bool) error {
	if asJSON {
		return WriteJSON(w, r)
	}
	r.Print(w)
	return nil
}

func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(v)
}

func (r *Results) Print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d files", r.Directory, r.Files)
	if r.Bytes > 0 {
		fmt.Fprintf(w, ", %.1f MB", float64(r.Bytes)/1e6)
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 2, 0, 2, ' ', 0)
	fmt.Fprintln(t, "what\tmedian\tleast\tgreatest\ttarget\tmade of")
	for _, row := range r.Rows {
		target := ""
		if row.Target != 0 {
			target = fmt.Sprintf("<= %g", row.Target)
			if row.Median > row.Target {
				target += " MISSED"
			}
		}
		fmt.Fprintf(t, "%s\t%.3g %s\t%.3g\t%.3g\t%s\t%s\n", row.What, row.Median, row.Unit, row.Least, row.Greatest, target, row.Detail)
	}
	t.Flush()
}

// Quantile returns the q-quantile of sorted values.
func Quantile[T cmp.Ordered](sorted []T, q float64) T {
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

func Median(values []float64) float64 {
	s := slices.Clone(values)
	slices.Sort(s)
	return s[len(s)/2]
}
