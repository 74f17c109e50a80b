// Package httpapi offers catalog.Store over HTTP. New returns a client; a server
// answers with Method.Call.
//
// The URL of a method is Prefix and its name in snake_case. A call is a POST with the
// arguments as a JSON object; the response is a JSON object with the results. Methods
// that only read also accept GET, with the object as the parameter "arguments". An
// absent list or map is nil, which differs from an empty one in a query. Package
// escape encodes texts. Errors are {"error":{"code","message","hint"}} with the
// "kind" of package catalog; see failure.go.
//
// The server checks the rights of a token with Method.Scope, Method.Whole and Keep.
package httpapi
