/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-cddce1" } */

/* A cycle of values that only feed each other is dead. */
extern int cond (void);
int f (int a)
{
  int i = 0;
  while (cond ())
    i = i + a;
  return a;
}

/* { dg-final { scan-tree-dump-not "i_" "cddce1" } } */
/* { dg-final { scan-tree-dump "cond \\(\\)" "cddce1" } } */
