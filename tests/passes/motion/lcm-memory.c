/* { dg-do compile } */
/* { dg-options "-O1 -ftree-lexical-pre=lcm -fdump-tree-lexpre-details-stats" } */

/* Loads, and operations on variables whose address is known, are no expressions. */
void g (int *);
int f (int *p, int c)
{
  int a = 1, x = 0;
  g (&a);
  if (c)
    x = a * *p;
  return x + a * *p;
}

/* { dg-final { scan-tree-dump { = \*p;} "lexpre" } } */
/* { dg-final { scan-tree-dump-not "lcmtmp" "lexpre" } } */
/* { dg-final { scan-tree-dump-not "a \\* " "lexpre" } } */
