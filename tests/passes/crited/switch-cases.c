/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-crited1 -fno-jump-tables" } */

/* Edges of comparisons a switch has become are split, too. */
int g (int);
int f (int a, int b)
{
  switch (a)
    {
    case 3: return g (1) + b;
    case 50: b = 2; break;
    case 900: b = 17; break;
    }
  return b;
}

/* { dg-final { scan-tree-dump-times "# \[a-z_0-9\]+ = PHI" 1 "crited1" } } */
/* { dg-final { scan-tree-dump "goto <bb \[0-9\]+>; \\\[100.00%\\\]" "crited1" } } */
