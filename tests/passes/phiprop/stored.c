/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiprop-details" } */

/* One way has stored: memory is another one afterwards. */

int g1, g2;
void h (void);

int
f (int c)
{
  int *p;
  if (c)
    p = &g1;
  else
    {
      p = &g2;
      h ();
    }
  return *p;
}

/* { dg-final { scan-tree-dump { = \*p_} "phiprop" } } */
/* { dg-final { scan-tree-dump-not {Inserting} "phiprop" } } */
