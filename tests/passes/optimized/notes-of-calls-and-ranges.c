// What is noted under -alias: what calls use and clobber, the ranges of numbers and which of their bits may be set, how
// pointers are aligned.
// { dg-do compile }
// { dg-options "-O2 -fdump-tree-ssa-alias -fdump-tree-optimized-alias" }

unsigned long strlen (const char *);
int g (int);
void h (int *);

int
around (unsigned char a, int b)
{
  int x = a + 1;
  if (b < 10)
    return x;
  int y = b & 7, z = b >> 3;
  return g (z) + y + x;
}

int
local (void)
{
  int v;
  h (&v);
  return v;
}

unsigned long
measured (const char *s)
{
  return strlen (s) + 1;
}

// { dg-final { scan-tree-dump-times "# USE = anything" 3 "ssa" } }
// { dg-final { scan-tree-dump-times "# CLB = anything" 2 "ssa" } }
// { dg-final { scan-tree-dump "# RANGE .0, 9223372036854775805. NONZERO 9223372036854775807\n  # USE = anything \n  _.* = strlen" "ssa" } }
// { dg-final { scan-tree-dump "# RANGE .1, 256. NONZERO 511\n" "optimized" } }
// { dg-final { scan-tree-dump "# RANGE .0, 7. NONZERO 7\n" "optimized" } }
// { dg-final { scan-tree-dump "# RANGE .1, 268435455. NONZERO 268435455\n" "optimized" } }
// { dg-final { scan-tree-dump "# USE = nonlocal escaped \n  # CLB = nonlocal escaped \n" "optimized" } }
// { dg-final { scan-tree-dump "# USE = nonlocal escaped . D.\[0-9\]* . .escaped.\n  # CLB" "optimized" } }
// { dg-final { scan-tree-dump "# USE = nonlocal \n  _.* = strlen" "optimized" } }
