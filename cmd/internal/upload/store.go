// Package upload receives the indexes that clients publish.
package upload

import (
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// An UploadStore stores the indexes that clients have published, each in its own
// directory. It is safe for concurrent use.
type UploadStore struct {
	Dir  string // absolute path; created by the first upload
	Most int64  // maximum size of an uncompressed index in bytes

	Languages *lang.Set // languages of the uploaded indexes

	mu   sync.Mutex
	busy map[catalog.ProjectID]bool // projects with an upload in progress
}

// Upload is the request of a client to store an index.
type Upload struct {
	Project catalog.ProjectID
	Body    io.Reader // index.db, gzipped
	Hash    string    // SHA-256 of index.db in hexadecimal
	By      string    // name of the client's token
	Any     bool      // it may replace uploads of other tokens
}

// PublishOut is the answer to a client that has published an index.
type PublishOut struct {
	Project     string `json:"project"`
	ID          string `json:"id"`
	Service     string `json:"service,omitempty"` // address of the service; only the client sets it
	Hash        string `json:"hash"`
	Bytes       int64  `json:"bytes"`
	PublishedAt int64  `json:"published_at"` // Unix seconds
	IndexedAt   int64  `json:"indexed_at"`   // Unix seconds
	Unchanged   bool   `json:"unchanged"`    // the service already had this index
}

// Prefixes of directories in UploadStore.Dir.
const (
	uploadPrefix = "upload-"
	basePrefix   = "base-"
)

// maxAhead is how far the clock of a client may be ahead of the server's.
const maxAhead = 24 * time.Hour

// Receive verifies an uploaded index, stores it and enters it in the catalog.
// Queries then use the new index. After an error they still use the former one.
//
// Errors: *catalog.NotFoundError for a project that the workspace does not have;
// projectbase.ErrNotAllowed for a project that another token publishes; ErrUsage
// for an incomplete upload, an index of another project or an index older than
// the published one; ErrLimit, ErrCorrupt, ErrTooNew.
func (s *UploadStore) Receive(ctx context.Context, d *workspace.Workspace, in Upload) (*PublishOut, error) {
	if s == nil {
		return nil, fmt.Errorf("%w: this server accepts no published indexes", projectbase.ErrNotAllowed)
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	// Check before begin: ErrBusy must not reveal projects that the client may
	// not see.
	if _, err := publishable(ctx, d, store, in); err != nil {
		return nil, err
	}
	if err := s.begin(in.Project); err != nil {
		return nil, err
	}
	defer s.end(in.Project)
	p, err := publishable(ctx, d, store, in)
	if err != nil {
		return nil, err
	}
	tmp, size, err := s.take(in)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(tmp)
	m, err := report.Inspect(ctx, tmp, s.Languages)
	if err != nil {
		return nil, fmt.Errorf("the uploaded index: %w", inPlaceOf(tmp, err))
	}
	indexed := max(m.LastIndexed, m.LastUpdate)
	out := &PublishOut{Project: p.Name, ID: string(p.ID), Hash: in.Hash, Bytes: size, PublishedAt: d.Time().Unix(), IndexedAt: indexed}
	switch {
	case m.ProjectID != string(p.ID):
		return nil, fmt.Errorf("%w: the uploaded index belongs to another project", projectbase.ErrUsage)
	case indexed > d.Time().Add(maxAhead).Unix():
		return nil, fmt.Errorf("%w: the uploaded index was written at %s, in the future; correct the clock of the machine that indexed it", projectbase.ErrUsage, tool.Stamp(indexed))
	case p.Published.Node == d.Node && p.Published.Hash == in.Hash && workspace.Exists(filepath.Join(p.Published.Base, "index.db")):
		out.Unchanged, out.PublishedAt = true, p.Published.At
		return out, nil
	case indexed < p.Published.Indexed:
		return nil, projectbase.WithHint(fmt.Errorf("%w: the index of %s is older than the published one of %s", projectbase.ErrUsage, tool.Stamp(indexed), tool.Stamp(p.Published.Indexed)),
			projectbase.Suggest("bring it up to date, then publish again", "sync"))
	}
	return out, s.keep(ctx, d, store, p, tmp, catalog.Published{Node: d.Node, By: cmp.Or(p.Published.By, in.By), Hash: in.Hash, At: out.PublishedAt, Indexed: indexed})
}

// publishable returns the project of an upload, or why the client may not publish
// it.
func publishable(ctx context.Context, d *workspace.Workspace, store catalog.Store, in Upload) (catalog.Project, error) {
	list, err := store.Projects(ctx, catalog.Query{IDs: []catalog.ProjectID{in.Project}})
	if err != nil {
		return catalog.Project{}, err
	}
	if len(list) == 0 {
		return catalog.Project{}, &catalog.NotFoundError{What: "project", Name: string(in.Project)}
	}
	switch p := list[0]; {
	case p.Node == d.Node:
		return p, fmt.Errorf("%w: %s is a project of this server, which indexes it itself", projectbase.ErrUsage, query.Shown(p.Name, 0))
	case p.Published.Node != "" && p.Published.By != in.By && !in.Any:
		return p, fmt.Errorf("%w: another token publishes %s; replacing its index needs a token with the scope admin", projectbase.ErrNotAllowed, query.Shown(p.Name, 0))
	default:
		return p, nil
	}
}

// keep moves a verified index to its final directory, enters it in the catalog and
// removes the former index.
func (s *UploadStore) keep(ctx context.Context, d *workspace.Workspace, store catalog.Store, p catalog.Project, tmp string, pub catalog.Published) error {
	sum := sha256.Sum256([]byte(p.ID))
	pub.Base = filepath.Join(s.Dir, basePrefix+hex.EncodeToString(sum[:8])+"-"+pub.Hash[:16])
	if err := os.RemoveAll(pub.Base); err != nil { // left by a process that was killed
		return err
	}
	if err := os.Rename(tmp, pub.Base); err != nil {
		return err
	}
	if err := syncDir(s.Dir); err != nil {
		return err
	}
	if _, err := store.SetPublished(ctx, p.ID, pub); err != nil {
		return err // do not remove pub.Base: the catalog may have stored the entry
	}
	if old := p.Published; old.Node == d.Node && old.Base != pub.Base && s.has(old.Base) {
		// Readers that have the old index open keep it until they close it.
		_ = os.RemoveAll(old.Base)
	}
	return nil
}

// inPlaceOf removes a directory of the server from the text of an error for
// clients.
func inPlaceOf(dir string, err error) error {
	return &hidden{err, dir}
}

type hidden struct {
	err error
	dir string
}

func (h *hidden) Error() string { return strings.ReplaceAll(h.err.Error(), h.dir, "the index") }

func (h *hidden) Unwrap() error { return h.err }

func (s *UploadStore) begin(id catalog.ProjectID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.busy[id] {
		return fmt.Errorf("%w: another upload of this project is in progress", catalog.ErrBusy)
	}
	if s.busy == nil {
		s.busy = map[catalog.ProjectID]bool{}
	}
	s.busy[id] = true
	return nil
}

func (s *UploadStore) end(id catalog.ProjectID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.busy, id)
}

// take writes an upload to index.db in a new directory.
func (s *UploadStore) take(in Upload) (dir string, size int64, err error) {
	if sum, err := hex.DecodeString(in.Hash); err != nil || len(sum) != sha256.Size || in.Hash != strings.ToLower(in.Hash) {
		return "", 0, fmt.Errorf("%w: the hash of the index is not a SHA-256 in hexadecimal", projectbase.ErrUsage)
	}
	if err := os.MkdirAll(s.Dir, 0o700); err != nil {
		return "", 0, err
	}
	if dir, err = os.MkdirTemp(s.Dir, uploadPrefix); err != nil {
		return "", 0, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	f, err := os.OpenFile(filepath.Join(dir, "index.db"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return dir, 0, err
	}
	size, err = s.copy(f, in)
	if err == nil {
		err = f.Sync()
	}
	return dir, size, errors.Join(err, f.Close())
}

// copy decompresses an upload to w. It fails above s.Most bytes or if the hash
// differs.
func (s *UploadStore) copy(w io.Writer, in Upload) (int64, error) {
	z, err := gzip.NewReader(in.Body)
	if err != nil {
		return 0, sent(err)
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(w, sum), io.LimitReader(z, s.Most+1))
	switch {
	case err != nil:
		return 0, sent(err)
	case size > s.Most:
		return 0, fmt.Errorf("%w: the index is larger than %d bytes", projectbase.ErrLimit, s.Most)
	case hex.EncodeToString(sum.Sum(nil)) != in.Hash:
		return 0, fmt.Errorf("%w: the uploaded index does not match its hash; publish again", projectbase.ErrUsage)
	}
	return size, nil
}

// sent converts an error of reading the body into a usage error. It returns an
// error of writing the file unchanged.
func sent(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return err
	}
	return fmt.Errorf("%w: the upload is incomplete: %w", projectbase.ErrUsage, err)
}

// has reports whether a directory is an index of s.
func (s *UploadStore) has(dir string) bool {
	return filepath.Dir(dir) == filepath.Clean(s.Dir) && strings.HasPrefix(filepath.Base(dir), basePrefix)
}

// Tidy removes unfinished uploads of killed servers and indexes of forgotten
// projects. It removes only directories older than before, the start of the server,
// so that uploads in progress stay.
func (s *UploadStore) Tidy(ctx context.Context, store catalog.Store, before time.Time) error {
	entries, err := os.ReadDir(s.Dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	list, err := store.Projects(ctx, catalog.Query{})
	if err != nil {
		return err
	}
	var first error
	for _, e := range entries {
		dir := filepath.Join(s.Dir, e.Name())
		known := slices.ContainsFunc(list, func(p catalog.Project) bool { return p.Published.Base == dir })
		info, err := e.Info()
		if known || err != nil || !info.ModTime().Before(before) || !strings.HasPrefix(e.Name(), uploadPrefix) && !s.has(dir) {
			continue
		}
		if err := os.RemoveAll(dir); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
