/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp -fdump-tree-profile_estimate" } */

/* A loop whose body goes back to its start from several places gets one latch. */
int g (void);

int f (int n)
{
  int i = 0;
again:
  i++;
  if (g ())
    goto again;
  n += i;
  if (g () > 3)
    goto again;
  return n;
}

/* { dg-final { scan-tree-dump "Disambiguating loop 1 with multiple latches\nMerged latch edges of loop 1\n" "evrp" } } */
/* { dg-final { scan-tree-dump ";; 2 loops found" "evrp" } } */
/* { dg-final { scan-tree-dump-not "multiple latches:" "evrp" } } */
