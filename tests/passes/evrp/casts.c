/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* What fits is compared before it is converted; what does not, is not. */
int g (void);

int
f (short *p)
{
  unsigned char c = *p & 100;
  if (c == 36)
    return g ();
  return 0;
}

int
h (int a)
{
  if (a < -1)
    return 0;
  if ((unsigned) a > 5)
    return 1;
  return 2;
}

/* { dg-final { scan-tree-dump-times "if " 3 "evrp" } } */
/* { dg-final { scan-tree-dump {== 36} "evrp" } } */
