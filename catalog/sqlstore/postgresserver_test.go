package sqlstore

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
)

// TestPostgresPooler runs concurrent clients over two pooled connections in
// transaction mode. State that is kept on a connection would be missing or exist twice.
func TestPostgresPooler(t *testing.T) {
	c := catalogtest.NewCluster(t)
	s := mustOpenPostgres(t, c.Pooler(t, c.Schema(t)))
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			for n := range 10 {
				id := fmt.Sprintf("p%d-%d", i, n)
				e := entry(id)
				e.Packages = []catalog.Package{{Ecosystem: "go", Key: id}}
				if _, err := s.Enter(t.Context(), e); err != nil {
					t.Error(err)
				}
				if p, err := s.Find(t.Context(), id, "here"); err != nil || p.Name != id {
					t.Errorf("Find: %+v, %v", p, err)
				}
				stamp := catalog.Stamp{Index: catalog.FileStamp{Size: 1}, Taken: int64(time.Hour)}
				if err := s.PutFilter(t.Context(), catalog.ProjectID(id), stamp, filterOf([]string{id})); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if m, err := s.Manifests(t.Context()); err != nil || len(m.Projects) != 80 || len(m.Packages) != 80 {
		t.Errorf("%d projects, %d packages, %v", len(m.Projects), len(m.Packages), err)
	}
}

// TestPostgresTLS connects with certificate verification.
func TestPostgresTLS(t *testing.T) {
	c := catalogtest.NewCluster(t)
	certificate, key := mustCertificate(t)
	if err := c.UseTLS(certificate, key); err != nil {
		t.Fatal(err)
	}
	known, other := filepath.Join(t.TempDir(), "known.crt"), filepath.Join(t.TempDir(), "other.crt")
	mustWrite(t, known, certificate)
	stranger, _ := mustCertificate(t)
	mustWrite(t, other, stranger)
	address := with(t, c.Schema(t), "sslmode", "verify-full")
	s := mustOpenPostgres(t, with(t, address, "sslrootcert", known))
	if _, err := s.Enter(t.Context(), entry("a")); err != nil {
		t.Error(err)
	}
	if s, err := OpenPostgres(t.Context(), PostgresOptions{Address: with(t, address, "sslrootcert", other)}); !errors.Is(err, catalog.ErrUnavailable) {
		t.Errorf("a server that nobody vouches for: %v", err)
		s.Close()
	}
}

func mustCertificate(t *testing.T) (certificate, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
}

// TestPostgresRestart ends the server under load, twice, and starts it again.
// A patient client gets only right answers, and all acknowledged entries exist.
// An impatient client is told that the catalog is unavailable.
func TestPostgresRestart(t *testing.T) {
	c := catalogtest.NewCluster(t)
	address := c.Schema(t)
	s, err := OpenPostgres(t.Context(), PostgresOptions{Address: address, Wait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	hasty, err := OpenPostgres(t.Context(), PostgresOptions{Address: address, Wait: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer hasty.Close()
	if _, err := s.Enter(t.Context(), entry("first")); err != nil {
		t.Fatal(err)
	}
	var (
		acknowledged sync.Map
		entered      = make(chan struct{})
		done         = make(chan struct{})
		wait         sync.WaitGroup
	)
	for i := range 4 {
		wait.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				default:
				}
				id := fmt.Sprintf("p%d-%d", i, n)
				switch _, err := s.Enter(t.Context(), entry(id)); {
				case err == nil:
					acknowledged.Store(id, true)
					select {
					case entered <- struct{}{}:
					default:
					}
				case !errors.Is(err, catalog.ErrUnavailable): // whether it was done is not known
					t.Errorf("Enter: %v", err)
				}
				if p, err := s.Find(t.Context(), "first", "here"); err != nil || p.ID != "first" {
					t.Errorf("Find: %+v, %v", p, err)
				}
			}
		})
	}
	progress := func() {
		for range 20 {
			<-entered
		}
	}
	for range 2 {
		progress()
		c.Kill()
		if _, err := hasty.Projects(t.Context(), catalog.Query{}); !errors.Is(err, catalog.ErrUnavailable) {
			t.Errorf("a server that is away: %v", err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		progress()
	}
	close(done)
	wait.Wait()
	acknowledged.Range(func(id, _ any) bool {
		if _, err := s.Find(t.Context(), id.(string), "here"); err != nil {
			t.Errorf("what was acknowledged: %v", err)
		}
		return true
	})
	if _, err := hasty.Projects(t.Context(), catalog.Query{}); err != nil {
		t.Errorf("a server that is back: %v", err)
	}
}
