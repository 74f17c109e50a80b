//go:build !linux

package source

import "errors"

func newBeat() (*beat, error) { return nil, errors.ErrUnsupported }

func exhausted(err error) bool { return err != nil }

func local(string) bool { return false }
