/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ealias -fdump-tree-dse1" } */

/* A call may read what has escaped and what it is given: nothing else of the function. */

void look (int **);
int pure_look (int *) __attribute__ ((pure));

int
f (int c)
{
  int x, y, *p = c ? &x : &y;
  x = 1;
  y = 2;
  *p = 3;
  int a, b, *q = c ? &a : &b;
  *q = 4;
  int z = pure_look (p);
  *q = 5;
  return z + *q;
}

/* { dg-final { scan-tree-dump-not { = 4;} "dse1" } } */
/* { dg-final { scan-tree-dump { = 3;} "dse1" } } */
