/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu89 -fdump-ipa-visibility" } */

/* In GNU C89 it is the other way round. */
inline int only_inline (int x) { return x + 1; }
extern inline int both (int x) { return x + 2; }
int f (int x) { return only_inline (x) + both (x); }

/* { dg-final { scan-ipa-dump "Marking externally visible functions: f/2 only_inline/0\n" "visibility" } } */
