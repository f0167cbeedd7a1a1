/* { dg-do compile } */
/* { dg-options "-O2 -fdump-ipa-whole-program -fdump-tree-optimized" } */

/* Of a variable that nothing reads, and nobody has the address of, the stores go; of calls the results. */
static int calls = 3, kept, seen;
static struct point { int x, y; } last;
static int *watched = &seen;
int next (void);

int
count (int n, struct point p)
{
  calls = n;
  last = p;
  last.x = next ();
  kept = n;
  seen = n;
  return *watched;
}

int
get (void)
{
  return kept;
}

/* { dg-final { scan-ipa-dump "calls/\[0-9\]+ \\(write-only\\)" "whole-program" } } */
/* { dg-final { scan-ipa-dump "last/\[0-9\]+ \\(write-only\\)" "whole-program" } } */
/* { dg-final { scan-ipa-dump-not "(kept|seen)/\[0-9\]+ \\(write-only\\)" "whole-program" } } */
/* { dg-final { scan-tree-dump-not "calls = |last" "optimized" } } */
/* { dg-final { scan-tree-dump "  next \\(\\);" "optimized" } } */
/* { dg-final { scan-tree-dump "kept = " "optimized" } } */
/* { dg-final { scan-tree-dump "seen = " "optimized" } } */
