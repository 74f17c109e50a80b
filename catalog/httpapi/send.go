package httpapi

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"time"

	"codegraph/catalog"
)

// sendTime is the limit for the check of an uploaded index.
const sendTime = 15 * time.Minute

// HashHeader is the header with the SHA-256 of an uploaded index, in hexadecimal.
const HashHeader = "Codegraph-Content-Sha256"

// BaseType is the type of the body: an index.db, gzipped.
const BaseType = "application/gzip"

// HashFile returns the SHA-256 of a file in hexadecimal, and its length.
func HashFile(name string) (hash string, size int64, err error) {
	f, err := os.Open(name)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	sum := sha256.New()
	size, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), size, err
}

// SendBase uploads a copy of a project's index, a file with the given name and hash,
// and decodes the response into out.
func (c *connection) SendBase(ctx context.Context, id catalog.ProjectID, name, hash string, out any) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	body, w := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer f.Close()
		z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is valid
		_, err := io.Copy(z, f)
		if err == nil {
			err = z.Close()
		}
		w.CloseWithError(err)
	}()
	defer func() {
		body.Close() // stops the copy if the upload ended early
		<-done
	}()
	r, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base+"/v1/projects/"+url.PathEscape(string(id))+"/base", body)
	if err != nil {
		return fmt.Errorf("%w: %w", catalog.ErrUsage, err)
	}
	r.Header.Set("Content-Type", BaseType)
	r.Header.Set(HashHeader, hash)
	// The service can refuse before the upload.
	r.Header.Set("Expect", "100-continue")
	return c.do(c.slow, r, func(w *http.Response) error {
		data, err := io.ReadAll(io.LimitReader(w.Body, maxFailure))
		if err != nil {
			return c.away(ctx, err)
		}
		if json.Unmarshal(data, out) != nil {
			return c.malformed("a base that was sent")
		}
		return nil
	})
}
