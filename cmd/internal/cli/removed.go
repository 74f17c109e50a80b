package cli

import (
	"fmt"
	"net/url"

	"github.com/spf13/pflag"
)

// removedServeFlags lists the flags of serve that this version accepts and ignores,
// with their replacements.
var removedServeFlags = []struct{ name, instead string }{
	{"peers", "a catalog has one service; clients reach it with CODEGRAPH_CATALOG=https://HOST"},
	{"advertise", "use --allow-host with the name of this service; it was added for this run"},
	{"node-timeout", "a catalog has one service, which waits for no other; use --call-timeout to limit a question"},
	{"node-secret-file", "services no longer call each other; clients use a token, see: codegraph token create"},
}

// removedFlags keeps the values of removed flags.
type removedFlags map[string]*string

// add defines the flags, hidden from help.
func (r removedFlags) add(flags *pflag.FlagSet) {
	for _, f := range removedServeFlags {
		r[f.name] = flags.String(f.name, "", "removed: "+f.instead)
		_ = flags.MarkHidden(f.name) // it is defined in the line before
	}
}

// warnings returns one line for each removed flag that was given.
func (r removedFlags) warnings() []string {
	var list []string
	for _, f := range removedServeFlags {
		if value := r[f.name]; value != nil && *value != "" {
			list = append(list, fmt.Sprintf("--%s (%s) has no effect any more and will be refused by the next version: %s", f.name, serveVariable(f.name), f.instead))
		}
	}
	return list
}

// host returns the host name in --advertise, which earlier versions answered to;
// "" if there is none.
func (r removedFlags) host() string {
	value := r["advertise"]
	if value == nil {
		return ""
	}
	u, err := url.Parse(*value)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
