/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sink1-details" } */

/* A call whose result alone matters goes; one that does something stays. */
extern int pure_one (int) __attribute__ ((const));
extern int other (int);
int f (int a, int c)
{
  int x = pure_one (a), y = other (a);
  if (c)
    return x + y;
  return 0;
}

/* { dg-final { scan-tree-dump-not "Sinking y_" "sink1" } } */
/* { dg-final { scan-tree-dump "Sinking x_" "sink1" } } */
