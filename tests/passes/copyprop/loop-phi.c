/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-optimized" } */

/* A phi that only ever sees one value is a copy. */
extern int cond (void);
int f (int a)
{
  int x = a;
  while (cond ())
    x = a;
  return x;
}

/* { dg-final { scan-tree-dump "return a_\[0-9\]+\\(D\\);" "optimized" } } */
/* { dg-final { scan-tree-dump-not "PHI <a_" "optimized" } } */
