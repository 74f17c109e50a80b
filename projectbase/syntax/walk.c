#include "walk.h"

#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define NONE UINT32_MAX
#define ERROR_SYMBOL UINT16_MAX

static bool grow(void **data, uint32_t *capacity, uint32_t least, size_t size) {
	uint32_t want = *capacity ? *capacity : 4096;
	while (want <= least) want *= 2;
	void *bigger = realloc(*data, (size_t)want * size);
	if (!bigger) return false;
	*data = bigger;
	*capacity = want;
	return true;
}

// walk writes the kept nodes of a tree in pre-order. The depth of the walk is
// in out->open, on the heap: a tree may be a hundred thousand levels deep.
static int walk(TSTree *tree, const uint8_t *keep, uint32_t symbols, uint32_t limit, cg_tree *out) {
	TSNode root = ts_tree_root_node(tree);
	bool check = ts_node_has_error(root);
	TSTreeCursor cursor = ts_tree_cursor_new(root);
	uint32_t depth = 0;
	int status = CG_OK;
	for (;;) {
		TSNode node = ts_tree_cursor_current_node(&cursor);
		uint16_t symbol = ts_node_symbol(node);
		if (depth >= out->open_capacity &&
		    !grow((void **)&out->open, &out->open_capacity, depth, sizeof *out->open)) {
			status = CG_NO_MEMORY;
			break;
		}
		// An entry for a node that is not kept names its nearest kept ancestor.
		uint32_t parent = depth ? out->open[depth - 1] & ~(1u << 31) : NONE;
		if (parent == (NONE & ~(1u << 31))) parent = NONE;
		out->open[depth] = parent | 1u << 31;
		if (check && (symbol == ERROR_SYMBOL || ts_node_is_missing(node))) out->errors++;
		if (symbol == ERROR_SYMBOL || (symbol < symbols && keep[symbol])) {
			if (out->count >= limit) {
				status = CG_TOO_MANY;
				break;
			}
			if (out->count >= out->capacity &&
			    !grow((void **)&out->nodes, &out->capacity, out->count, sizeof *out->nodes)) {
				status = CG_NO_MEMORY;
				break;
			}
			cg_node *record = &out->nodes[out->count];
			TSPoint end = ts_node_end_point(node);
			record->start = ts_node_start_byte(node);
			record->end = ts_node_end_byte(node);
			record->row = ts_node_start_point(node).row;
			record->end_row = end.row;
			// A node that ends before the first column of a row ends on the row before.
			if (end.column == 0 && end.row > record->row) record->end_row--;
			record->symbol = symbol;
			record->field = ts_tree_cursor_current_field_id(&cursor);
			record->parent = parent;
			record->next = out->count + 1;
			out->open[depth] = out->count++;
		}
		if (ts_tree_cursor_goto_first_child(&cursor)) {
			depth++;
			continue;
		}
		bool done = false;
		for (;;) {
			if (!(out->open[depth] & 1u << 31)) out->nodes[out->open[depth]].next = out->count;
			if (ts_tree_cursor_goto_next_sibling(&cursor)) break;
			if (!ts_tree_cursor_goto_parent(&cursor)) {
				done = true;
				break;
			}
			depth--;
		}
		if (done) break;
	}
	ts_tree_cursor_delete(&cursor);
	return status;
}

// worked returns for how long this thread has worked, in microseconds; 0 where
// that is not known.
static uint64_t worked(void) {
#ifdef CLOCK_THREAD_CPUTIME_ID
	struct timespec t;
	if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t) == 0)
		return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
#endif
	return 0;
}

// parse heeds the parser's timeout, by whose clock the time passes also while
// other processes have the processor: a parse that was stopped before it has
// worked for as long goes on. It is NULL if the text takes too long.
static TSTree *parse(TSParser *parser, const char *source, uint32_t length) {
	uint64_t limit = ts_parser_timeout_micros(parser), start = worked(), used = 0;
	TSTree *tree = ts_parser_parse_string(parser, NULL, source, length);
	while (!tree && start && (used = worked() - start) < limit) {
		ts_parser_set_timeout_micros(parser, limit - used);
		tree = ts_parser_parse_string(parser, NULL, source, length);
	}
	ts_parser_set_timeout_micros(parser, limit);
	return tree;
}

int cg_parse(TSParser *parser, const char *source, uint32_t length, const uint8_t *keep,
             uint32_t symbols, uint32_t limit, cg_tree *out) {
	out->count = out->errors = 0;
	TSTree *tree = parse(parser, source, length);
	if (!tree) {
		// A stopped parser would go on with the old text at its next call.
		ts_parser_reset(parser);
		return CG_TIMEOUT;
	}
	int status = keep ? walk(tree, keep, symbols, limit, out) : CG_OK;
	ts_tree_delete(tree);
	return status;
}

void cg_free(cg_tree *out) {
	free(out->nodes);
	free(out->open);
	out->nodes = NULL;
	out->open = NULL;
	out->count = out->capacity = out->open_capacity = 0;
}

// cg_trim gives free memory back to the system where the allocator would keep it.
void cg_trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
