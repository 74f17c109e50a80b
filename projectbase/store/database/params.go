package database

import _ "embed"

// ReadParams are the settings of a connection that reads. They disable SQL
// functions in the schema, which may come from a cloned repository, and check
// the bounds of cells.
var ReadParams = []string{"_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=busy_timeout(5000)",
	"_pragma=query_only(1)", "_pragma=cache_size(-8192)", "_pragma=temp_store(2)"}

// WriteParams are the settings of a connection that updates an index in use. A
// crash of the machine may lose the last updates, but nothing else.
var WriteParams = []string{"mode=rw", "_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=busy_timeout(5000)",
	"_pragma=synchronous(normal)", "_pragma=wal_autocheckpoint(0)", "_pragma=cache_size(-16384)", "_pragma=temp_store(2)"}

// BuildParams are the settings for a file that no other process opens and that
// is deleted if the build fails.
var BuildParams = []string{"_pragma=journal_mode(off)", "_pragma=synchronous(off)", "_pragma=locking_mode(exclusive)",
	"_pragma=cache_size(-16384)", "_pragma=temp_store(2)"}

// CopyParams are the settings of a connection to a copy. No other process opens
// it, and its schema is not verified yet. It does not use the original's
// write-ahead log.
var CopyParams = []string{"_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=locking_mode(exclusive)",
	"_pragma=journal_mode(delete)", "_pragma=synchronous(off)", "_pragma=temp_store(2)"}
