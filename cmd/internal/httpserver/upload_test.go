package httpserver

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/upload"
	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/write"
)

// mustBase returns a base that says that it is of a project and a time.
func mustBase(t *testing.T, id string, indexed int64, terms ...string) []byte {
	t.Helper()
	ctx, dir, out := t.Context(), t.TempDir(), t.TempDir()
	b, err := write.Create(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	facts := &projectbase.Facts{Terms: &projectbase.Terms{}, Language: "test", Lines: uint32(len(terms))}
	for i, term := range terms {
		key := projectbase.NewLineKey(uint32(i+1), projectbase.LineCode, false)
		facts.Postings = append(facts.Postings, projectbase.Posting{Term: facts.Terms.ID([]byte(term)), Keys: projectbase.AppendLineKey(nil, 0, key)})
	}
	put := b.Put(store.FileMeta{Path: "a.test", Language: "test"}, facts)
	finished := b.Finish(ctx, store.Inventory{}, store.Metadata{ProjectID: id, ProjectName: "app", SchemaVersion: "1", LastIndexed: indexed})
	if err := errors.Join(put, finished, b.Publish(ctx), read.Ship(ctx, out, dir)); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(out, "index.db"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func sha256Of(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func zipped(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(data)
	z.Close()
	return b.Bytes()
}

// uploading is a service that accepts uploads.
type uploading struct {
	*sqlstore.Store
	address, dir string
	token        func(catalog.Token) string
}

func mustUploads(t *testing.T, o Options) *uploading {
	t.Helper()
	s := &uploading{dir: filepath.Join(t.TempDir(), "published")}
	s.Store, s.token, s.address = mustCatalog(t, o, &upload.UploadStore{Dir: s.dir, Most: 1 << 20, Languages: all.Set()})
	for _, e := range []catalog.Entry{entryOf("a", "app"), entryOf("h", "hidden")} {
		if _, err := s.Enter(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	own := entryOf("own", "own")
	own.Project.Node = "service"
	if _, err := s.Enter(t.Context(), own); err != nil {
		t.Fatal(err)
	}
	return s
}

// put sends a body and returns the status and the error's code.
func (s *uploading) put(t *testing.T, bearer, id, hash string, body io.Reader) (int, string) {
	t.Helper()
	r, err := http.NewRequest("PUT", s.address+"/v1/projects/"+id+"/base", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", uploadType)
	r.Header.Set("Authorization", "Bearer "+bearer)
	r.Header.Set(hashHeader, hash)
	w, err := (&http.Transport{}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	var f struct{ Error tool.Failure }
	if err := json.NewDecoder(w.Body).Decode(&f); err != nil {
		t.Fatal(err)
	}
	return w.StatusCode, f.Error.Code
}

// published returns the catalog's entry for the published index of a project. The
// entry must exist.
func (s *uploading) published(t *testing.T, id string) catalog.Published {
	t.Helper()
	p, err := s.Find(t.Context(), id, "")
	if err != nil {
		t.Fatal(err)
	}
	if p.Published != (catalog.Published{}) {
		data, err := os.ReadFile(filepath.Join(p.Published.Base, "index.db"))
		if err != nil || sha256Of(data) != p.Published.Hash {
			t.Errorf("the published base of %s: %v, hash %s, want %s", id, err, sha256Of(data), p.Published.Hash)
		}
	}
	return p.Published
}

// TestPublish checks which uploads replace an index. A refused upload keeps the
// previous index and leaves no other file.
func TestPublish(t *testing.T) {
	s := mustUploads(t, Options{})
	anna, bert := s.token(catalog.Token{Name: "anna", Scope: catalog.ScopeWrite}), s.token(catalog.Token{Name: "bert", Scope: catalog.ScopeWrite})
	admin, reader := s.token(catalog.Token{Name: "root", Scope: catalog.ScopeAdmin}), s.token(catalog.Token{Name: "r", Scope: catalog.ScopeRead})
	part := s.token(catalog.Token{Name: "p", Scope: catalog.ScopeWrite, Projects: []string{"app"}})
	now := time.Now().Unix()
	old, current, newer, ahead := mustBase(t, "a", now-200, "x"), mustBase(t, "a", now-100, "x"), mustBase(t, "a", now-50, "x", "y"), mustBase(t, "a", now+1e6, "x")
	other, foreign := mustBase(t, "h", now, "x"), append([]byte("SQLite format 3\x00"), make([]byte, 5000)...)
	corrupted := bytes.Clone(newer)
	for i := 4096; i < 4200; i++ {
		corrupted[i] = 0xff
	}
	bomb := make([]byte, 1<<20+1)
	tests := []struct {
		name, bearer, id string
		base             []byte
		body             []byte // nil: base, zipped
		hash             string // "": that of base
		status           int
		code             string
		changes          bool
	}{
		{"no token", "", "a", current, nil, "", 401, "not_allowed", false},
		{"a token with read scope", reader, "a", current, nil, "", 403, "not_allowed", false},
		{"an unknown project", anna, "nobody", current, nil, "", 404, "not_found", false},
		{"a hidden project", part, "h", other, nil, "", 404, "not_found", false},
		{"a project of the service", anna, "own", current, nil, "", 400, "usage", false},
		{"first", anna, "a", current, nil, "", 200, "", true},
		{"the same again", anna, "a", current, nil, "", 200, "", false},
		{"an older index", anna, "a", old, nil, "", 400, "usage", false},
		{"an index dated in the future", anna, "a", ahead, nil, "", 400, "usage", false},
		{"published by another user", bert, "a", newer, nil, "", 403, "not_allowed", false},
		{"an index of another project", anna, "a", other, nil, "", 400, "usage", false},
		{"a database of another program", anna, "a", foreign, nil, "", 409, "foreign", false},
		{"a corrupt index", anna, "a", corrupted, nil, "", 500, "corrupt", false},
		{"a wrong hash", anna, "a", newer, nil, sha256Of(current), 400, "usage", false},
		{"no hash", anna, "a", newer, nil, "../x", 400, "usage", false},
		{"not compressed", anna, "a", newer, newer, "", 400, "usage", false},
		{"cut", anna, "a", newer, zipped(newer)[:1000], "", 400, "usage", false},
		{"nothing", anna, "a", newer, []byte{}, "", 400, "usage", false},
		{"longer than may be", anna, "a", bomb, nil, "", 413, "limit", false},
		{"a newer one", anna, "a", newer, nil, "", 200, "", true},
		{"by an administrator", admin, "a", mustBase(t, "a", now, "z"), nil, "", 200, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			body, hash := tt.body, tt.hash
			if body == nil {
				body = zipped(tt.base)
			}
			if hash == "" {
				hash = sha256Of(tt.base)
			}
			before := s.published(t, "a")
			status, code := s.put(t, tt.bearer, tt.id, hash, bytes.NewReader(body))
			if status != tt.status || code != tt.code {
				t.Errorf("status %d %s, want %d %s", status, code, tt.status, tt.code)
			}
			after := s.published(t, "a")
			if changed := after != before; changed != tt.changes {
				t.Errorf("published %+v, before %+v", after, before)
			}
			if tt.changes && (after.Hash != hash || after.By != "anna" || after.Node != "service") {
				t.Errorf("published %+v", after)
			}
			entries, _ := os.ReadDir(s.dir)
			if want := len(strings.Fields(after.Base)); len(entries) != want {
				t.Errorf("on the shelf: %v, want %d", entries, want)
			}
		})
	}
}

// TestPublishCut: an upload whose connection ends, or that does not go on,
// leaves the base before, and is told.
func TestPublishCut(t *testing.T) {
	s := mustUploads(t, Options{BodyTimeout: 200 * time.Millisecond})
	bearer, now := s.token(catalog.Token{Name: "anna", Scope: catalog.ScopeWrite}), time.Now().Unix()
	first := mustBase(t, "a", now-100, "x")
	if status, code := s.put(t, bearer, "a", sha256Of(first), bytes.NewReader(zipped(first))); status != 200 {
		t.Fatalf("status %d %s", status, code)
	}
	before := s.published(t, "a")
	newer := mustBase(t, "a", now, "x", "y")
	body := zipped(newer)
	for _, ends := range []bool{true, false} {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.address, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "PUT /v1/projects/a/base HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "+bearer+"\r\nContent-Type: "+uploadType+
			"\r\n"+hashHeader+": "+sha256Of(newer)+"\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\n\r\n")
		c.Write(body[:len(body)/2])
		if ends {
			c.(*net.TCPConn).CloseWrite()
		}
		answer, err := io.ReadAll(c)
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 400 ")) {
			t.Errorf("answer %q, %v", answer, err)
		}
		if after := s.published(t, "a"); after != before {
			t.Errorf("published %+v, before %+v", after, before)
		}
	}
	if entries, _ := os.ReadDir(s.dir); len(entries) != 1 {
		t.Errorf("on the shelf: %v", entries)
	}
}

// TestUploadStoreTidy checks that only the leftover files of a killed server are
// removed.
func TestUploadStoreTidy(t *testing.T) {
	s := mustUploads(t, Options{})
	bearer := s.token(catalog.Token{Name: "anna", Scope: catalog.ScopeWrite})
	base := mustBase(t, "a", time.Now().Unix(), "x")
	if status, code := s.put(t, bearer, "a", sha256Of(base), bytes.NewReader(zipped(base))); status != 200 {
		t.Fatalf("status %d %s", status, code)
	}
	for _, name := range []string{"upload-1", "base-0-0", "of others"} {
		if err := os.MkdirAll(filepath.Join(s.dir, name, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := (&upload.UploadStore{Dir: s.dir}).Tidy(context.Background(), s.Store, time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(s.dir, "upload-2"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := (&upload.UploadStore{Dir: s.dir}).Tidy(context.Background(), s.Store, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	s.published(t, "a")
	var left []string
	entries, _ := os.ReadDir(s.dir)
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if len(left) != 3 || left[1] != "of others" || left[2] != "upload-2" {
		t.Errorf("left: %q", left)
	}
}
