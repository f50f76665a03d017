#include "spec/tool/names.h"

#include "spec/tool/text.h"

#include <stdlib.h>

static bool is_lower(uint8_t c)
{
  return c >= 'a' && c <= 'z';
}

static bool is_upper(uint8_t c)
{
  return c >= 'A' && c <= 'Z';
}

static bool is_digit(uint8_t c)
{
  return c >= '0' && c <= '9';
}

/* Tells whether the letter at I of NAME is inside the word OAuth, behind its first letter. */
static bool is_inside_oauth(struct berg_span name, size_t i)
{
  static const char WORD[] = "OAuth";

  for (size_t back = 1; back < 5; back++) {
    if (i >= back && name.len - (i - back) >= 5 && memcmp(name.bytes + (i - back), WORD, 5) == 0)
      return true;
  }
  return false;
}

/* Tells whether a word of NAME starts at the letter or digit at I, which is not the first of all. */
static bool starts_word(struct berg_span name, size_t i)
{
  uint8_t before = name.bytes[i - 1];

  if (!is_lower(before) && !is_upper(before) && !is_digit(before))
    return true;
  if (!is_upper(name.bytes[i]) || is_inside_oauth(name, i))
    return false;
  if (is_lower(before) || is_digit(before))
    return true;
  return i + 1 < name.len && is_lower(name.bytes[i + 1]);
}

/* Writes NAME's words to OUT, which has room for twice its length and a NUL; returns the length. */
static size_t write_words(struct berg_span name, bool upper, char *out)
{
  size_t len = 0;

  for (size_t i = 0; i < name.len; i++) {
    uint8_t c = name.bytes[i];
    if (!is_lower(c) && !is_upper(c) && !is_digit(c))
      continue;
    if (len > 0 && starts_word(name, i))
      out[len++] = '_';
    if (upper && is_lower(c))
      c = (uint8_t)(c - 32);
    else if (!upper && is_upper(c))
      c = (uint8_t)(c + 32);
    out[len++] = (char)c;
  }
  out[len] = '\0';
  return len;
}

const char *berg_name_snake(struct berg_arena *arena, struct berg_span name)
{
  char *out = berg_spec_alloc(arena, name.len * 2 + 2, 1);

  if (write_words(name, false, out) == 0)
    out[0] = '_';
  return out;
}

const char *berg_name_upper(struct berg_arena *arena, struct berg_span name)
{
  char *out = berg_spec_alloc(arena, name.len * 2 + 2, 1);

  if (write_words(name, true, out) == 0)
    out[0] = '_';
  return out;
}

static int compare_words(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool is_taken(const char *word)
{
  /* sorted */
  static const char *const WORDS[] = {
      "alignas", "alignof", "auto",   "bool",     "break",  "case",          "char",     "const",    "continue",
      "default", "do",      "double", "else",     "enum",   "extern",        "false",    "float",    "for",
      "goto",    "if",      "inline", "int",      "long",   "noreturn",      "register", "restrict", "return",
      "set",     "short",   "signed", "sizeof",   "static", "static_assert", "struct",   "switch",   "thread_local",
      "true",    "typedef", "union",  "unsigned", "void",   "volatile",      "while"};

  return bsearch(&word, WORDS, sizeof WORDS / sizeof WORDS[0], sizeof WORDS[0], compare_words) != NULL;
}

const char *berg_name_member(struct berg_arena *arena, struct berg_span name)
{
  const char *snake = berg_name_snake(arena, name);

  if (!is_taken(snake) && !is_digit((uint8_t)snake[0]))
    return snake;
  size_t len = strlen(snake);
  char *out = berg_spec_alloc(arena, len + 2, 1);
  bool digit = is_digit((uint8_t)snake[0]);
  memcpy(out + (digit ? 1 : 0), snake, len);
  out[digit ? 0 : len] = '_';
  out[len + 1] = '\0';
  return out;
}

const char *berg_name_join(struct berg_arena *arena, const char *first, const char *second)
{
  size_t first_len = strlen(first);
  size_t second_len = strlen(second);
  char *out = berg_spec_alloc(arena, first_len + second_len + 2, 1);

  memcpy(out, first, first_len);
  out[first_len] = '_';
  memcpy(out + first_len + 1, second, second_len);
  return out;
}

const char *berg_name_raise(struct berg_arena *arena, const char *text)
{
  size_t len = strlen(text);
  char *out = berg_spec_alloc(arena, len + 1, 1);

  for (size_t i = 0; i < len; i++)
    out[i] = is_lower((uint8_t)text[i]) ? (char)(text[i] - 32) : text[i];
  return out;
}

bool berg_name_is(struct berg_arena *arena, struct berg_span id, struct berg_span name)
{
  const char *snake = berg_name_snake(arena, id);

  return strlen(snake) == name.len && memcmp(snake, name.bytes, name.len) == 0;
}
