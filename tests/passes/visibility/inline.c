/* { dg-do compile } */
/* { dg-options "-O2 -std=gnu17 -fdump-ipa-visibility" } */

/* The inline definition of C99 is no definition to others; an extern one is. */
inline int only_inline (int x) { return x + 1; }
extern inline int both (int x) { return x + 2; }
static inline int ours (int x) { return x + 3; }
int f (int x) { return only_inline (x) + both (x) + ours (x); }

/* { dg-final { scan-ipa-dump "Marking local functions: ours/2\n" "visibility" } } */
/* { dg-final { scan-ipa-dump "Marking externally visible functions: f/3 both/1\n" "visibility" } } */
