// The few tree-sitter functions that this package calls. They are those that
// github.com/smacker/go-tree-sitter links; declaring them weak lets cgo's own
// link step, which does not see them, pass.
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct { uint32_t row, column; } TSPoint;
typedef struct TSTree TSTree;
typedef struct TSLanguage TSLanguage;
typedef struct TSParser TSParser;
typedef struct { uint32_t context[4]; const void *id; const TSTree *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;

#define WEAK extern __attribute__((weak))
WEAK TSParser *ts_parser_new(void);
WEAK void ts_parser_delete(TSParser *);
WEAK void ts_parser_reset(TSParser *);
WEAK bool ts_parser_set_language(TSParser *, const TSLanguage *);
WEAK void ts_parser_set_timeout_micros(TSParser *, uint64_t);
WEAK uint64_t ts_parser_timeout_micros(const TSParser *);
WEAK TSTree *ts_parser_parse_string(TSParser *, const TSTree *, const char *, uint32_t);
WEAK void ts_tree_delete(TSTree *);
WEAK TSNode ts_tree_root_node(const TSTree *);
WEAK TSTreeCursor ts_tree_cursor_new(TSNode);
WEAK void ts_tree_cursor_delete(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
WEAK bool ts_tree_cursor_goto_parent(TSTreeCursor *);
WEAK TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
WEAK uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
WEAK uint16_t ts_node_symbol(TSNode);
WEAK bool ts_node_is_missing(TSNode);
WEAK bool ts_node_has_error(TSNode);
WEAK uint32_t ts_node_start_byte(TSNode);
WEAK uint32_t ts_node_end_byte(TSNode);
WEAK TSPoint ts_node_start_point(TSNode);
WEAK TSPoint ts_node_end_point(TSNode);
WEAK const char *ts_language_symbol_name(const TSLanguage *, uint16_t);
WEAK uint32_t ts_language_symbol_count(const TSLanguage *);
WEAK int ts_language_symbol_type(const TSLanguage *, uint16_t);
WEAK uint32_t ts_language_field_count(const TSLanguage *);
WEAK const char *ts_language_field_name_for_id(const TSLanguage *, uint16_t);

// Must stay what Go's Node is.
typedef struct {
	uint32_t start, end, row, end_row, next, parent;
	uint16_t symbol, field;
} cg_node;

typedef struct {
	cg_node *nodes;
	uint32_t count, capacity;
	uint32_t *open; // indices of the records whose subtrees are being walked, by depth
	uint32_t open_capacity;
	uint32_t errors;
} cg_tree;

enum { CG_OK, CG_TIMEOUT, CG_TOO_MANY, CG_NO_MEMORY };

int cg_parse(TSParser *parser, const char *source, uint32_t length, const uint8_t *keep,
             uint32_t symbols, uint32_t limit, cg_tree *out);
void cg_free(cg_tree *out);
void cg_trim(void);
