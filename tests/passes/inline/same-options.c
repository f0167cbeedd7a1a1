/* Functions to which a pragma gives the same options are inlined into one another, as are those whose own options are the
   unit's after all, and those without any into what is optimised more. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-optimized" } */
int factor;

static __attribute__ ((optimize ("O2"))) void
as_the_unit (int *p, int i)
{
  if (i < 0)
    p[i + 10] = factor;
  else
    p[i] = factor * 3;
}

void
first (int *p, int n)
{
  for (int i = 0; i < n; i++)
    as_the_unit (p, i);
}

static void
without (int *p, int i)
{
  if (i < 0)
    p[i + 11] = factor;
  else
    p[i] = factor * 5;
}

__attribute__ ((optimize ("O3"))) void
second (int *p, int n)
{
  for (int i = 0; i < n; i++)
    without (p, i);
}

static void
kept_apart (int *p, int i)
{
  if (i < 0)
    p[i + 12] = factor;
  else
    p[i] = factor * 7;
}

__attribute__ ((optimize ("O1"))) void
third (int *p, int n)
{
  for (int i = 0; i < n; i++)
    kept_apart (p, i);
}

#pragma GCC optimize ("no-ipa-pure-const")
static void
under_pragma (int *p, int i)
{
  if (i < 0)
    p[i + 13] = factor;
  else
    p[i] = factor * 9;
}

void
fourth (int *p, int n)
{
  for (int i = 0; i < n; i++)
    under_pragma (p, i);
}
/* { dg-final { scan-tree-dump-not "as_the_unit \\(" "optimized" } } */
/* { dg-final { scan-tree-dump-not "without \\(" "optimized" } } */
/* { dg-final { scan-tree-dump-times "kept_apart \\(p" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-not "under_pragma \\(" "optimized" } } */
