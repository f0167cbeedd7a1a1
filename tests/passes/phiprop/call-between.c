/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop-details" } */

/* What the call may change is not loaded before it. */

int g1, g2;
void h (void);

int
f (int c)
{
  int *p;
  if (c)
    p = &g1;
  else
    p = &g2;
  h ();
  return *p;
}

/* { dg-final { scan-tree-dump { = \*p_} "phiprop" } } */
/* { dg-final { scan-tree-dump-not {Inserting} "phiprop" } } */
