/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-mergephi1" } */

/* A computed jump may lead to where the arguments go, too. */
extern int g (void), h (void);
int f (int a, int b)
{
  void *t[] = { &&x, &&y };
  int r = 7;
  goto *t[a];
x:
  if (b)
    r = g ();
  else
    r = h ();
y:
  return r;
}

/* { dg-final { scan-tree-dump {# r_2\(ab\) = PHI <r_12\(5\), r_7\(ab\)\(2\), r_14\(4\)>} "mergephi1" } } */
