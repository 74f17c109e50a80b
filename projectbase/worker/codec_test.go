package worker

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

// sampleFacts has a non-zero value in every field, so that the test detects a
// missing field.
func sampleFacts(terms *projectbase.Terms) *projectbase.Facts {
	terms.ID([]byte("zero")) // so that no id in use is zero
	alpha, beta := terms.ID([]byte("alpha")), terms.ID([]byte("Beta"))
	key := func(line uint32) projectbase.LineKeys {
		k := projectbase.NewLineKey(line, projectbase.LineStruct, true)
		return projectbase.AppendLineKey(projectbase.AppendLineKey(nil, 0, k), k, k+16)
	}
	return &projectbase.Facts{
		Terms: terms, Language: "fake",
		Postings: []projectbase.Posting{{Term: alpha, Keys: key(1)}, {Term: beta, Keys: key(7)}},
		Symbols: []projectbase.Symbol{
			{Kind: projectbase.KindNamespace, Container: projectbase.NoSymbol, Name: "n"},
			{Kind: projectbase.KindClass, Word: "record", Name: "Beta", Container: 0, Owner: "o",
				Span:     projectbase.Span{Start: 1, End: 90, Line: 2, EndLine: 8, Column: 4},
				NameLine: 3, NameColumn: 5, Signature: "sig", Prototype: "proto", Type: "int", Doc: "doc\nmore",
				Visibility: projectbase.VisibilityInternal, Access: "pub(crate)", Flags: projectbase.FlagEntry | projectbase.FlagStatic,
				Metrics: projectbase.Metrics{Branches: 1, Loops: 2, Returns: 300, Nesting: 4}},
		},
		References: []projectbase.Reference{
			{Kind: projectbase.RefDecorate, Name: beta, Qualifier: alpha, Arguments: beta, Line: 5, Column: 6, Symbol: 1},
			{Kind: projectbase.RefType, Name: alpha, Qualifier: projectbase.NoTerm, Arguments: projectbase.NoTerm, Line: 6, Column: 1, Symbol: projectbase.NoSymbol},
		},
		Imports: []projectbase.Import{{Module: "net/http", Name: "*", Alias: "h", Kind: projectbase.ImportGlobal, Line: 9, Symbol: 1}},
		Bindings: []projectbase.Binding{
			{Kind: projectbase.BindElement, Name: alpha, Source: beta, Index: 1, Line: 3, Column: 4, Symbol: 1, EndLine: 5, EndColumn: 2},
			{Kind: projectbase.BindValue, Name: projectbase.NoTerm, Source: projectbase.NoTerm, Line: 4, Column: 4, Symbol: projectbase.NoSymbol},
		},
		Header: "header", Lines: 10, Errors: 2, Generated: true, Partial: projectbase.PartialLimit,
	}
}

func TestEveryFieldRoundTrips(t *testing.T) {
	var child, parent projectbase.Terms
	want := sampleFacts(&child)
	checkNoZeroField(t, reflect.ValueOf(*want))
	checkNoZeroField(t, reflect.ValueOf(want.Symbols[1]))
	checkNoZeroField(t, reflect.ValueOf(want.References[0]))
	checkNoZeroField(t, reflect.ValueOf(want.Imports[0]))
	checkNoZeroField(t, reflect.ValueOf(want.Bindings[0]))
	var e encoder
	var d decoder
	for i := range 3 { // first with all terms, then with none, then with a new one
		if i == 2 {
			want.References[0].Name = child.ID([]byte("gamma"))
		}
		got, err := d.decode(e.append(nil, want), 100)
		if err != nil {
			t.Fatal(err)
		}
		got.Language = want.Language
		d.dict.share(&parent)
		got.Terms = &parent
		if diff := cmp.Diff(spell(want), spell(got)); diff != "" {
			t.Errorf("answer %d: %s", i, diff)
		}
	}
}

// spell returns f with texts in place of ids, and without its dictionary.
func spell(f *projectbase.Facts) any {
	var names []string
	for _, p := range f.Postings {
		names = append(names, f.Terms.Text(p.Term))
	}
	for _, r := range f.References {
		names = append(names, f.Terms.Text(r.Name))
	}
	c := *f
	c.Terms = nil
	return []any{names, c}
}

func checkNoZeroField(t *testing.T, v reflect.Value) {
	t.Helper()
	for i := range v.NumField() {
		if f := v.Type().Field(i); v.Field(i).IsZero() && f.Name != "Container" {
			t.Errorf("%s.%s is zero in the sample", v.Type(), f.Name)
		}
	}
}

func TestNewDictionary(t *testing.T) {
	var e encoder
	var d decoder
	var one, two projectbase.Terms
	if _, err := d.decode(e.append(nil, sampleFacts(&one)), 100); err != nil {
		t.Fatal(err)
	}
	before := d.dict
	two.ID([]byte("other"))
	if _, err := d.decode(e.append(nil, sampleFacts(&two)), 100); err != nil {
		t.Fatal(err)
	}
	if d.dict == before || d.dict.terms.Text(0) != "other" || before.terms.Len() != 3 {
		t.Error("the new dictionary contains the old one")
	}
}

func TestMalformedFacts(t *testing.T) {
	var terms projectbase.Terms
	var e encoder
	good := e.append(nil, sampleFacts(&terms))
	for i := range good {
		if _, err := new(decoder).decode(good[:i], 100); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("cut at %d: error is %v", i, err)
		}
	}
	tests := map[string]func(f *projectbase.Facts){
		"term":      func(f *projectbase.Facts) { f.Postings[0].Term = 3 },
		"keys":      func(f *projectbase.Facts) { f.Postings[0].Keys = projectbase.LineKeys{0} },
		"no keys":   func(f *projectbase.Facts) { f.Postings[0].Keys = nil },
		"line":      func(f *projectbase.Facts) { f.Lines = 7 },
		"kind":      func(f *projectbase.Facts) { f.Symbols[0].Kind = 200 },
		"container": func(f *projectbase.Facts) { f.Symbols[1].Container = 1 },
		"span":      func(f *projectbase.Facts) { f.Symbols[1].Span.End = 101 },
		"name":      func(f *projectbase.Facts) { f.References[0].Name = 3 },
		"qualifier": func(f *projectbase.Facts) { f.References[0].Qualifier = 3 },
		"symbol":    func(f *projectbase.Facts) { f.References[0].Symbol = 2 },
		"bound":     func(f *projectbase.Facts) { f.Bindings[0].Name = 3 },
		"source":    func(f *projectbase.Facts) { f.Bindings[0].Source = 3 },
		"binding":   func(f *projectbase.Facts) { f.Bindings[0].Kind = 99 },
		"holder":    func(f *projectbase.Facts) { f.Bindings[0].Symbol = 2 },
		"import":    func(f *projectbase.Facts) { f.Imports[0].Kind = 99 },
		"partial":   func(f *projectbase.Facts) { f.Partial = "bored" },
	}
	for name, spoil := range tests {
		var terms projectbase.Terms
		f := sampleFacts(&terms)
		spoil(f)
		if _, err := new(decoder).decode(new(encoder).append(nil, f), 100); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}

func TestSpellingSentTwice(t *testing.T) {
	b := []byte{flagAnew, 2, 1, 'a', 1, 'a', 0, 0, 0, 0, 0, 0, 0, 0, 0}
	if _, err := new(decoder).decode(b, 0); !errors.Is(err, projectbase.ErrMalformed) {
		t.Errorf("error is %v", err)
	}
	b[5] = 'b'
	if _, err := new(decoder).decode(b, 0); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	var terms projectbase.Terms
	f.Add(new(encoder).append(nil, sampleFacts(&terms)))
	f.Add(new(encoder).append(nil, &projectbase.Facts{Terms: &projectbase.Terms{}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		d := decoder{}
		facts, err := d.decode(b, 1000)
		if err != nil {
			if !errors.Is(err, projectbase.ErrMalformed) {
				t.Error(err)
			}
			return
		}
		facts.Terms = &projectbase.Terms{}
		d.dict.share(facts.Terms)
		again, err := new(decoder).decode(new(encoder).append(nil, facts), 1000)
		if err != nil {
			t.Fatal(err)
		}
		again.Terms = facts.Terms
		if diff := cmp.Diff(spell(facts), spell(again)); diff != "" {
			t.Error(diff)
		}
	})
}

func FuzzRequest(f *testing.F) {
	f.Add(append(appendRequest(nil, 7, File{Path: "a/b", Language: "go", NoStrings: true}), "source"...))
	f.Fuzz(func(t *testing.T, b []byte) {
		q, err := parseRequest(b)
		if err != nil {
			return
		}
		again, err := parseRequest(append(appendRequest(nil, q.seq, q.File), q.Source...))
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(q) != fmt.Sprint(again) {
			t.Errorf("%v became %v", q, again)
		}
	})
}

func TestFrames(t *testing.T) {
	var b []byte
	for _, s := range []string{"one", "", "three"} {
		b = append(b, endFrame(append(beginFrame(nil), s...), 0)...)
	}
	r := bytes.NewReader(b)
	for _, want := range []string{"one", "", "three"} {
		got, err := readFrame(r, nil, 5)
		if err != nil || string(got) != want {
			t.Errorf("%q, %v", got, err)
		}
	}
	if _, err := readFrame(bytes.NewReader(b), nil, 2); !errors.Is(err, projectbase.ErrMalformed) {
		t.Errorf("a frame over the limit: %v", err)
	}
}
