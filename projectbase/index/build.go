package index

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/write"
)

// build builds the whole index and publishes it. It does not parse the texts in
// partials again; nil parses every file.
func (s *writer) build(ctx context.Context, t *tree, partials map[parsed]string, opts applyOptions) (*outcome, error) {
	b, err := write.Create(ctx, s.project.Base)
	if err != nil {
		return nil, readOnlyHint(s.project, err)
	}
	defer b.Close()
	n, err := readImportNames(s.project.Root, t.manifests, s.Hooks)
	if err != nil {
		return nil, err
	}
	out := &outcome{rebuilt: true, tree: t, names: n.text(), uses: uses{languages: s.Languages}}
	g := &outlines{session: s.session, project: s.newProject(n), texts: outline.Texts{}}
	p := &pass{session: s.session, sink: &builderSink{b: b, uses: &out.uses, graph: g}, partials: partials, progress: opts.progress}
	plan := s.planner().planAll(t)
	if err := p.run(ctx, plan.read); err != nil {
		return nil, err
	}
	if idle, ok := s.Parsers.(interface{ Rest() }); ok && p.bytes > muchSource {
		idle.Rest()
	}
	for _, k := range p.skips {
		t.skip(k)
	}
	out.changed = p.done
	out.unread = p.unread
	if err := g.resolve(ctx, b); err != nil {
		return nil, err
	}
	if err := b.Finish(ctx, t.inventory(), s.metadata(out, opts.name, true)); err != nil {
		return nil, err
	}
	return out, b.Publish(ctx)
}

// muchSource is the number of source bytes from which a build restarts idle
// parsers. Their memory grows with the source that they parse.
const muchSource = 8 << 20

// outcome has the results of an operation.
type outcome struct {
	rebuilt bool
	wrote   bool  // the index changed, also by a rebuild
	tree    *tree // nil if the tree was not walked
	changed int   // number of extracted files
	removed int
	unread  []projectbase.Path
	uses    uses   // of a build; empty after other operations
	names   string // import names of the manifests, as JSON; "" if they were not read

	// Set by operations on the present index:
	changes map[projectbase.Path]store.Change // of extracted and removed files
	partial map[projectbase.Path]string       // reasons why files were not parsed
	skips   []store.Skipped                   // files that are skipped because of their content
}

// builderSink writes files to a new index.
type builderSink struct {
	b     *write.Builder
	uses  *uses
	graph *outlines
}

func (k *builderSink) put(meta store.FileMeta, f *projectbase.Facts) error {
	if err := k.b.Put(meta, f); err != nil {
		return err
	}
	k.uses.add(meta.Path, f)
	return k.graph.add(k.b, meta, f)
}

// touch and remove do nothing, because a new index has no earlier files.
func (k *builderSink) touch(projectbase.Path, projectbase.Stat) error { return nil }
func (k *builderSink) remove(projectbase.Path) error                  { return nil }

// schemaVersion is the version of the specification's schema.
const schemaVersion = "2.0"

// metadata returns the metadata after an operation. changed reports whether the
// content of the summary changed.
func (s *writer) metadata(out *outcome, name string, changed bool) store.Metadata {
	var m store.Metadata
	if s.known != nil {
		m = s.known.meta
	}
	m.SchemaVersion = schemaVersion
	m.ExtractorVersion = s.Languages.Version()
	if m.ProjectID == "" {
		m.ProjectID = newProjectID()
	}
	if name != "" {
		m.ProjectName = name
	} else if m.ProjectName == "" {
		m.ProjectName = filepath.Base(s.project.Root)
	}
	m.ProjectRoot = s.project.Root
	now := s.now().Unix()
	if m.CreatedAt == 0 {
		m.CreatedAt = now
	}
	m.LastIndexed, m.LastUpdate = now, now
	if out.tree != nil {
		m.GitHead = out.tree.head
	}
	other := map[string]string{}
	for k, v := range m.Other {
		other[k] = v
	}
	if changed {
		other[keyContent] = newProjectID()
	}
	if out.names != "" {
		other[keyNames] = out.names
	}
	delete(other, keyStrings)
	if v := stringsValue(s.settings); v != "" {
		other[keyStrings] = v
	}
	m.Other = other
	return m
}

// newProjectID returns a random project id.
func newProjectID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
