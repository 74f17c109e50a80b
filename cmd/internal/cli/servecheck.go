package cli

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"
)

// checkTime is how long a server may take to say that it answers.
const checkTime = 4 * time.Second

// checkServer asks the server that listens at an address whether it answers.
func checkServer(ctx context.Context, address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return usagef("%q is not HOST:PORT", address)
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return usagef("%v", err)
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	w.Body.Close()
	if w.StatusCode != http.StatusOK {
		return fmt.Errorf("ask the server: it answers with status %d", w.StatusCode)
	}
	return nil
}
