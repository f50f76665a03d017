/* SPEC things/listThings/order */
int list_things(void);

/* Marks may name several clauses. SPEC http/head, metadata/check/ids
 * SPECIAL things/createThing/unique is no mark, nor is NOSPEC http/free, nor SPEC alone. */
int list_things(void)
{
  return 0; /* SPEC things/listThings/order */
}
