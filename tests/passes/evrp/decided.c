/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* A condition that ranges decide, and what cannot be reached then. */
int g (int);

void
f (unsigned a, int b, int c)
{
  if (a < 5)
    {
      b = g (b) + g (c);
      if (a * 3 > 14)
        g (b + 7);
    }
}

/* { dg-final { scan-tree-dump "Folding predicate _\[0-9\]+ > 14 to 0" "evrp" } } */
/* { dg-final { scan-tree-dump-not { \+ 7} "evrp" } } */
