// Package wanttest tests extraction and resolution with expectations in the source
// text. A test case is a txtar archive: one small project, whose files have comments
// with the word "want:". Run checks them; it never writes them.
//
//	-- shop.py --
//	class Cart:
//	    def total(self): ...  # want: declares method Cart.total
//	def pay(cart: Cart):
//	    cart.total()  # want: call total exact -> Cart.total
//	    log(cart)     # want: call log unresolved
//
// A comment begins with //, #, --, /*, (*, ; or % and may stand after code. A comment
// alone on its line is about the line above. It holds one or more expectations with
// ";" between them:
//
//	KIND NAME TIER -> TARGET    a reference with an edge
//	KIND NAME external -> PACKAGE
//	KIND NAME unresolved
//	declares KIND SYMBOL        a declaration whose name is on the line
//	nothing KIND                no reference of the kind
//
// KIND is the kind of a reference (call, type, member, import, extends, implements,
// instantiate, decorate) or of a symbol (class, method, ...). TIER is a tier of
// projectbase.Edge: exact, scoped, inferred or ambiguous. TARGET and SYMBOL are names
// with their containers, such as Cart.total. Outer containers may be left out. A target
// may begin with its file, "shop.py:Cart.total", and end with its parameters as written,
// "Cart.add(int count)", in languages with overloads. An ambiguous reference lists all its
// targets with commas.
//
// If a line has an expectation about a kind of reference, it must list all references of
// this kind on the line. Lines without expectations are not checked.
package wanttest
