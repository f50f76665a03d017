/* uniqueItems: equal items have equal hashes, so that only items of one hash are compared. */
#include "wire/check.h"
#include "wire/number.h"

static uint64_t mix(uint64_t a, uint64_t b)
{
  uint64_t x = (a ^ (b + UINT64_C(0x9E3779B97F4A7C15) + (a << 6) + (a >> 2))) * UINT64_C(0xFF51AFD7ED558CCD);

  return x ^ (x >> 33);
}

static uint64_t hash_text(struct berg_span text)
{
  uint64_t hash = UINT64_C(0xCBF29CE484222325);

  for (size_t i = 0; i < text.len; i++)
    hash = (hash ^ text.bytes[i]) * UINT64_C(0x100000001B3);
  return hash;
}

/* The hash of node NODE's value; recursion goes as deep as the instance. Members count in any order. */
static uint64_t hash_value(const struct berg_json_tree *tree, size_t node)
{
  const struct berg_json_node *nodes = tree->nodes;
  uint64_t hash = (uint64_t)nodes[node].kind;

  switch (nodes[node].kind) {
  case BERG_JSON_STRING:
    return mix(hash, hash_text(nodes[node].text));
  case BERG_JSON_NUMBER:
    return mix(hash, berg_number_hash(nodes[node].text));
  case BERG_JSON_ARRAY:
    for (size_t i = node + 1; i < nodes[node].end; i = nodes[i].end)
      hash = mix(hash, hash_value(tree, i));
    return hash;
  case BERG_JSON_OBJECT:
    for (size_t i = node + 1; i < nodes[node].end; i = nodes[i + 1].end)
      hash += mix(hash_text(nodes[i].text), hash_value(tree, i + 1));
    return hash;
  default:
    return hash;
  }
}

/* Puts item ITEM into the table SLOTS of SIZE, a power of two; false when an equal item is there. 0 is a free slot: no
 * item is node 0. */
static bool put(const struct berg_json_tree *tree, size_t item, size_t *slots, size_t size)
{
  size_t at = (size_t)hash_value(tree, item) % size;

  while (slots[at] != 0) {
    if (berg_json_equal(tree, slots[at], item))
      return false;
    at = (at + 1) % size;
  }
  slots[at] = item;
  return true;
}

bool berg_check_unique_items(const struct berg_json_tree *tree, size_t node, const char *place,
                             struct berg_violations *violations)
{
  const struct berg_json_node *nodes = tree->nodes;
  size_t size = 8;
  bool ok = true;

  if (nodes[node].kind != BERG_JSON_ARRAY || nodes[node].child_count < 2)
    return true;
  while (size < nodes[node].child_count * 2)
    size *= 2;
  size_t *slots = berg_arena_alloc(violations->arena, size, sizeof *slots);
  if (slots == NULL) {
    violations->failed = true;
    return false;
  }
  for (size_t i = node + 1; i < nodes[node].end && berg_violations_go_on(violations, ok); i = nodes[i].end) {
    if (!put(tree, i, slots, size))
      ok = berg_violations_add(violations, tree, i, "uniqueItems", place, "the item stands in the array twice",
                               (struct berg_span){NULL, 0});
  }
  return ok;
}
