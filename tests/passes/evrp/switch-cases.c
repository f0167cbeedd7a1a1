/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* Cases that the index does not have go. */
int g (int);

int
f (unsigned a)
{
  switch (a & 3)
    {
    case 0: return g (1);
    case 1: return g (5);
    case 2: return g (2);
    case 7: return g (8);
    case 9: return g (3);
    default: return 4;
    }
}

/* { dg-final { scan-tree-dump-not "case 7" "evrp" } } */
/* { dg-final { scan-tree-dump-not {g \(8\)} "evrp" } } */
/* { dg-final { scan-tree-dump "case 2" "evrp" } } */
