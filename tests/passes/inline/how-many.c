/* Calls that were inlined early count, too, and so do the functions that went with their last call. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-inline-note" } */
extern int other (int);

static int twice (int x) { return x * 2; }
static int once (int x) { other (x); other (x + 1); other (x + 2); return other (x + 3); }
int shared (int x) { return x + 1; }

int
f (int a, int b)
{
  return twice (a) + twice (b) + shared (a) + once (b);
}

/* { dg-final { scan-ipa-dump "Inlined 4 calls, eliminated 2 functions" "inline" } } */
