package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// FileName is the name of the settings file in an index directory.
const FileName = "config.json"

const maxSettingsSize = 1 << 20

// Keys of the file. Users and other programs write them too.
const (
	keyLanguages    = "languages"
	keyInclude      = "include"
	keyExclude      = "exclude"
	keyExtraFiles   = "extra_files"
	keyAutoUpdate   = "auto_update"
	keyMaxFileSize  = "max_file_size"
	keyIndexStrings = "index_strings"
	keyMaxTokens    = "max_tokens"
)

// fields returns the keys in the order of the file, each with a pointer to
// its value.
func (s *Settings) fields() []field {
	return []field{
		{keyLanguages, &s.Languages}, {keyInclude, &s.Include}, {keyExclude, &s.Exclude}, {keyExtraFiles, &s.ExtraFiles},
		{keyAutoUpdate, &s.AutoUpdate}, {keyMaxFileSize, &s.MaxFileSize}, {keyIndexStrings, &s.IndexStrings},
		{keyMaxTokens, &s.MaxTokens},
	}
}

type field struct {
	key   string
	value any // pointer
}

// Keys returns the keys that a config.json may have.
func Keys() []string {
	var keys []string
	for _, f := range new(Settings).fields() {
		keys = append(keys, f.key)
	}
	return keys
}

// Load reads the settings of the index in baseDir. Without a file, it returns
// Default. Errors in the content wrap projectbase.ErrUsage and name the file
// and the key. Other errors wrap projectbase.ErrUnreadable.
func Load(baseDir string) (Settings, error) {
	name := filepath.Join(baseDir, FileName)
	data, err := read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Default(), nil
	}
	if err != nil {
		return Settings{}, fmt.Errorf("read %s: %w", name, err)
	}
	s, _, err := parse(data)
	if err != nil {
		return Settings{}, fmt.Errorf("read %s: %w", name, &contentError{err})
	}
	return s, nil
}

// contentError is an error in the content of the file. It wraps
// projectbase.ErrUsage, but its text does not mention usage, because the file
// was written earlier.
type contentError struct{ err error } // wraps projectbase.ErrUsage

func (e *contentError) Error() string {
	return strings.TrimSuffix(e.err.Error(), ": "+projectbase.ErrUsage.Error())
}

func (e *contentError) Unwrap() error { return e.err }

// read returns the content of a regular file with a size limit.
func read(name string) ([]byte, error) {
	// Opening a FIFO would wait for a writer, so check the type first.
	info, err := os.Stat(name)
	if err != nil {
		return nil, unreadable(err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("is not a regular file: %w", projectbase.ErrUnreadable)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, unreadable(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSettingsSize+1))
	if err != nil {
		return nil, unreadable(err)
	}
	if len(data) > maxSettingsSize {
		return nil, fmt.Errorf("longer than %d bytes: %w", maxSettingsSize, projectbase.ErrUsage)
	}
	return data, nil
}

func unreadable(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
}

// parse returns the settings in data and the keys in it.
func parse(data []byte) (Settings, map[string]json.RawMessage, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return Settings{}, nil, fmt.Errorf("%s: %w", describe(err, data), projectbase.ErrUsage)
	}
	if raw == nil {
		return Settings{}, nil, fmt.Errorf("is null instead of an object: %w", projectbase.ErrUsage)
	}
	s := Default()
	known := map[string]bool{}
	for _, f := range s.fields() {
		known[f.key] = true
		v, ok := raw[f.key]
		if !ok {
			continue
		}
		if string(v) == "null" {
			return Settings{}, nil, fmt.Errorf("%s is null instead of %s: %w", f.key, want(f.value), projectbase.ErrUsage)
		}
		if err := json.Unmarshal(v, f.value); err != nil {
			return Settings{}, nil, fmt.Errorf("%s must be %s: %w", f.key, want(f.value), projectbase.ErrUsage)
		}
	}
	if err := unknown(raw, known); err != nil {
		return Settings{}, nil, err
	}
	return s, raw, s.Check()
}

// unknown returns an error that names the unknown keys of raw.
func unknown(raw map[string]json.RawMessage, known map[string]bool) error {
	var keys []string
	for k := range raw {
		if !known[k] {
			keys = append(keys, fmt.Sprintf("%.60q", k))
		}
	}
	if len(keys) == 0 {
		return nil
	}
	slices.Sort(keys)
	if more := len(keys) - 10; more > 0 {
		keys = append(keys[:10], fmt.Sprintf("and %d more", more))
	}
	return fmt.Errorf("unknown key %s; known are %s: %w", strings.Join(keys, ", "), strings.Join(Keys(), ", "), projectbase.ErrUsage)
}

// want describes the expected kind of value v for users.
func want(v any) string {
	switch v.(type) {
	case *[]string:
		return "a list of strings"
	case *bool:
		return "true or false"
	default:
		return "a whole number"
	}
}

// describe describes a JSON syntax error in data, with its line.
func describe(err error, data []byte) string {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at := min(int(syntax.Offset), len(data))
		return fmt.Sprintf("line %d is not JSON: %v", 1+bytes.Count(data[:at], []byte("\n")), err)
	}
	return "is not a JSON object"
}

// Save writes the settings into baseDir, which must exist. It writes the keys
// that differ from Default and those already in the file, in a fixed order.
// Readers see the old file or the new one. Save does not replace a file that
// Load rejects. The caller holds the lock of the index.
func (s Settings) Save(baseDir string) error {
	name := filepath.Join(baseDir, FileName)
	if err := s.Check(); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	var present map[string]json.RawMessage
	old, err := read(name)
	if err == nil {
		_, present, err = parse(old)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("write %s: the present file is invalid: %w", name, err)
	}
	data, err := s.encode(present)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	if len(data) > maxSettingsSize {
		return fmt.Errorf("write %s: longer than %d bytes: %w", name, maxSettingsSize, projectbase.ErrLimit)
	}
	if bytes.Equal(data, old) || len(old) == 0 && string(data) == "{}\n" {
		return nil
	}
	if err := replace(name, data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// encode returns the text of the file: one key per line, lists on several
// lines.
func (s Settings) encode(present map[string]json.RawMessage) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{")
	defaults := Default()
	separator := "\n"
	for i, f := range s.fields() {
		value := reflect.ValueOf(f.value).Elem()
		_, keep := present[f.key]
		if !keep && same(value, reflect.ValueOf(defaults.fields()[i].value).Elem()) {
			continue
		}
		if value.Kind() == reflect.Slice && value.IsNil() {
			value = reflect.ValueOf([]string{})
		}
		var v bytes.Buffer
		e := json.NewEncoder(&v)
		e.SetEscapeHTML(false) // people read the file, so do not escape < and &
		e.SetIndent("  ", "  ")
		if err := e.Encode(value.Interface()); err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s  %q: %s", separator, f.key, bytes.TrimSpace(v.Bytes()))
		separator = ",\n"
	}
	if separator != "\n" {
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return b.Bytes(), nil
}

// same reports whether two values are equal. A nil list equals an empty one.
func same(a, b reflect.Value) bool {
	if a.Kind() == reflect.Slice && a.Len() == 0 && b.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a.Interface(), b.Interface())
}

// replace writes data to the disk and then replaces the file in one step. A
// killed process may leave a temporary file; the next holder of the index's
// lock removes it.
func replace(name string, data []byte) (err error) {
	temp := name + ".tmp"
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
