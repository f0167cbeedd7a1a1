/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-crited1" } */

/* The way around a block gets a block of its own. */
extern int g (void);
extern void use (int);
int f (int a, int b)
{
  int r = 1;
  if (a)
    {
      use (a);
      r = g ();
    }
  return r + b;
}

/* { dg-final { scan-tree-dump {<bb 5> [^\n]*\n  goto <bb 4>;} "crited1" } } */
/* { dg-final { scan-tree-dump {# r_1 = PHI <1\(5\), r_7\(3\)>} "crited1" } } */
