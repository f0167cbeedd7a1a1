/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivopts -fdump-tree-optimized" } */

/* What a pointer of the program goes on with is no plain dereference of it any more.  */
int f (char *p, int n)
{
  for (; *p == 32 && n; p++)
    n--;
  return *p;
}

void g (int *p, int *q)
{
  for (; p != q; p++)
    *p = 3;
}

/* { dg-final { scan-tree-dump "= MEM\\\[\\(char \\*\\)p_\[0-9\]+\\\];" "ivopts" } } */
/* { dg-final { scan-tree-dump "MEM\\\[\\(int \\*\\)p_\[0-9\]+\\\] = 3;" "optimized" } } */
