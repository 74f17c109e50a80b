package database

import _ "embed"

// ReadParams are the settings of a connection that reads: SQL functions in the
// schema of a stranger's index are not run, cells that reach out of their page
// are an error.
var ReadParams = []string{"_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=busy_timeout(5000)",
	"_pragma=query_only(1)", "_pragma=cache_size(-8192)", "_pragma=temp_store(2)"}

// WriteParams are the settings of a connection that updates a live index. A
// crash of the machine may lose the last updates, never more.
var WriteParams = []string{"mode=rw", "_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=busy_timeout(5000)",
	"_pragma=synchronous(normal)", "_pragma=wal_autocheckpoint(0)", "_pragma=cache_size(-16384)", "_pragma=temp_store(2)"}

// BuildParams are for a file that nobody else sees and that is thrown away when
// the build does not end.
var BuildParams = []string{"_pragma=journal_mode(off)", "_pragma=synchronous(off)", "_pragma=locking_mode(exclusive)",
	"_pragma=cache_size(-16384)", "_pragma=temp_store(2)"}

// CopyParams are the settings of a connection to a copy: nobody else sees it,
// and it is a stranger's until its schema was verified. The log that the
// original has is none of a file of its own.
var CopyParams = []string{"_pragma=trusted_schema(0)", "_pragma=cell_size_check(1)", "_pragma=locking_mode(exclusive)",
	"_pragma=journal_mode(delete)", "_pragma=synchronous(off)", "_pragma=temp_store(2)"}
