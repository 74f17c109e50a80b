// Package httpapi is catalog.Store over HTTP: New makes a client that keeps the
// contract, Call is what a server answers it with.
//
// Each method of the contract is an address, Prefix and the method's name in
// snake_case. A call is a POST whose body is a JSON object with the arguments,
// and its answer one with the results; what only reads can also be asked by GET,
// with the object as the parameter "arguments". Lists and maps that are absent
// are nil, which in a query differs from empty ones. Texts are escaped as
// escape.Escape does. Errors are {"error":{"code","message","hint"}}, and
// "kind" with the error of package catalog; see failure.go.
//
// Who may call what is the server's business: Method.Scope and Keep say what a
// token must be for.
package httpapi
