package git

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"sort"
	"strings"

	"codegraph/projectbase"
)

// Index is the list of tracked files of a repository.
type Index struct {
	names []string // sorted, each once; relative to the work tree, slash-separated
	links []string // submodules; sorted
}

// Index reads the tracked files. A repository without an index file tracks
// none. If this package does not know the format, it runs git ls-files.
func (r *Repo) Index(ctx context.Context) (*Index, error) {
	data, err := readFile(r.IndexFile(), maxIndexFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &Index{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read git index: %w", err)
	}
	format, _ := r.config.last("extensions", "objectformat")
	hashLen := 20
	if strings.EqualFold(format, "sha256") {
		hashLen = 32
	}
	ix, err := parseIndex(data, hashLen)
	if errors.Is(err, errAskGit) {
		return r.listTracked(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("read git index %s: %w", r.IndexFile(), err)
	}
	return ix, nil
}

// listTracked runs git ls-files.
func (r *Repo) listTracked(ctx context.Context) (*Index, error) {
	out, err := Command{Dir: r.WorkTree, Args: []string{"ls-files", "-z", "-c", "--stage"}}.Run(ctx)
	if err != nil {
		return nil, fmt.Errorf("list tracked files: %w", err)
	}
	var ix Index
	for line := range strings.SplitSeq(string(out), "\x00") {
		if head, name, ok := strings.Cut(line, "\t"); ok {
			ix.add(name, strings.HasPrefix(head, "160000 "))
		}
	}
	return ix.finish(), nil
}

// Len returns the number of tracked files.
func (ix *Index) Len() int { return len(ix.names) }

// Names returns the tracked files in bytewise order. The caller must not
// change them.
func (ix *Index) Names() []string { return ix.names }

// Has reports whether exactly name is tracked.
func (ix *Index) Has(name string) bool {
	_, ok := slices.BinarySearch(ix.names, name)
	return ok
}

// HasBelow reports whether a file below the directory dir is tracked, or dir is
// a submodule.
func (ix *Index) HasBelow(dir string) bool {
	if dir == "" || dir == "." {
		return len(ix.names) > 0
	}
	i := sort.Search(len(ix.names), func(i int) bool { return compareBelow(ix.names[i], dir) >= 0 })
	if i < len(ix.names) && compareBelow(ix.names[i], dir) == 0 {
		return true
	}
	_, ok := slices.BinarySearch(ix.links, dir)
	return ok
}

// compareBelow compares name with dir + "/". It returns 0 if name is below dir.
func compareBelow(name, dir string) int {
	if len(name) <= len(dir) {
		if c := strings.Compare(name, dir); c != 0 {
			return c
		}
		return -1
	}
	if c := strings.Compare(name[:len(dir)], dir); c != 0 {
		return c
	}
	return int(name[len(dir)]) - '/'
}

func (ix *Index) add(name string, link bool) {
	ix.names = append(ix.names, name)
	if link {
		ix.links = append(ix.links, name)
	}
}

// finish sorts the names and removes duplicates, which conflicts cause.
func (ix *Index) finish() *Index {
	if !slices.IsSorted(ix.names) {
		slices.Sort(ix.names)
	}
	slices.Sort(ix.links)
	ix.names = slices.Compact(ix.names)
	ix.links = slices.Compact(ix.links)
	return ix
}

// errAskGit means that only git can read this format of the index.
var errAskGit = errors.New("index in a form that only git reads")

const (
	indexHeader    = 12
	statLen        = 40 // of an entry: times, inode, mode, owner, size
	flagExtended   = 0x4000
	modeLink       = 0o160000
	minEntryLength = statLen + 20 + 2 + 1
)

// parseIndex reads the file format of gitformat-index(5), versions 2 to 4,
// with object names of hashLen bytes.
func parseIndex(data []byte, hashLen int) (*Index, error) {
	if len(data) < indexHeader+hashLen || string(data[:4]) != "DIRC" {
		return nil, fmt.Errorf("no index header: %w", projectbase.ErrMalformed)
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 {
		return nil, errAskGit
	}
	body := data[indexHeader : len(data)-hashLen]
	if int64(count) > int64(len(body))/minEntryLength+1 {
		return nil, fmt.Errorf("%d entries in %d bytes: %w", count, len(body), projectbase.ErrMalformed)
	}
	// Versions 2 and 3 do not compress names.
	p := entryReader{data: body, text: string(body), hashLen: hashLen, version: version}
	ix := &Index{names: make([]string, 0, count)}
	unnamed := false
	for i := range count {
		mode, name, ok := p.next()
		if !ok {
			return nil, fmt.Errorf("entry %d: %w", i, projectbase.ErrMalformed)
		}
		unnamed = unnamed || name == ""
		ix.add(name, mode == modeLink)
	}
	if err := checkExtensions(body[p.at:]); err != nil {
		return nil, err
	}
	if unnamed { // in a split index, it replaces an entry of the shared index
		return nil, fmt.Errorf("entry without a name: %w", projectbase.ErrMalformed)
	}
	return ix.finish(), nil
}

// checkExtensions rejects extensions that change the meaning of entries.
func checkExtensions(data []byte) error {
	for len(data) >= 8 {
		size := binary.BigEndian.Uint32(data[4:])
		if uint64(size) > uint64(len(data)-8) {
			return fmt.Errorf("extension %q: %w", data[:4], projectbase.ErrMalformed)
		}
		switch string(data[:4]) {
		case "link", "sdir":
			return errAskGit
		}
		data = data[8+size:]
	}
	return nil
}

// entryReader reads entries one after the other.
type entryReader struct {
	data    []byte
	text    string // the same bytes
	at      int
	hashLen int
	version uint32
	last    []byte // previous name, for version 4
}

// next returns the mode and name of the next entry. ok is false if the data are
// malformed.
func (p *entryReader) next() (mode uint32, name string, ok bool) {
	start := p.at
	head := statLen + p.hashLen + 2
	if len(p.data)-start < head {
		return 0, "", false
	}
	mode = binary.BigEndian.Uint32(p.data[start+24:])
	at := start + head
	if binary.BigEndian.Uint16(p.data[at-2:])&flagExtended != 0 {
		if p.version < 3 || len(p.data)-at < 2 {
			return 0, "", false
		}
		at += 2
	}
	if p.version == 4 {
		name, at, ok = p.compressed(at)
	} else {
		name, at, ok = p.plain(start, at)
	}
	p.at = at
	return mode, name, ok && !strings.HasPrefix(name, "/")
}

// plain reads a name and its padding: one to eight NUL bytes, up to a multiple
// of eight bytes.
func (p *entryReader) plain(start, at int) (string, int, bool) {
	n := bytes.IndexByte(p.data[at:], 0)
	if n < 0 {
		return "", at, false
	}
	end := start + (at+n-start+8)&^7
	if end > len(p.data) {
		return "", at, false
	}
	return p.text[at : at+n], end, true
}

// compressed reads a name of version 4: the number of bytes to cut from the end
// of the previous name, then the rest of the name.
func (p *entryReader) compressed(at int) (string, int, bool) {
	cut, n := offsetVarint(p.data[at:])
	if n == 0 || cut > uint64(len(p.last)) {
		return "", at, false
	}
	at += n
	end := bytes.IndexByte(p.data[at:], 0)
	if end < 0 || end > math.MaxUint16 {
		return "", at, false
	}
	p.last = append(p.last[:len(p.last)-int(cut)], p.data[at:at+end]...)
	if len(p.last) > math.MaxUint16 {
		return "", at, false
	}
	return string(p.last), at + end + 1, true
}

// offsetVarint reads a variable-length number (varint.c of Git), in which each
// continuation byte adds one. It returns a length of 0 if the number is
// malformed.
func offsetVarint(data []byte) (uint64, int) {
	var v uint64
	for i, b := range data {
		if i > 8 {
			return 0, 0
		}
		v = v<<7 | uint64(b&0x7f)
		if b&0x80 == 0 {
			return v, i + 1
		}
		v++
	}
	return 0, 0
}
