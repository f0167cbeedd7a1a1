/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* Nor is a case of a switch. */
int g (int);
int f (int n)
{
  switch (n)
    {
    case 1: return g (5);
    case 12: return g (17);
    case 100: return g (3);
    case 1000: return g (4);
    case 5000: return g (9);
    default: __builtin_unreachable ();
    }
}

/* { dg-final { scan-tree-dump "Removing basic block 13" "fab1" } } */
/* { dg-final { scan-tree-dump-times "  if \\(" 4 "fab1" } } */
/* { dg-final { scan-tree-dump-not "\n  __builtin_unreachable" "fab1" } } */
