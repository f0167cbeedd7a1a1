/* { dg-do compile } */
/* { dg-options "-O1 -fgimple -fdump-tree-optimized" } */

/* An offset may be a literal of the pointer's type, and a name stand for the type of sizes. */
int a[8];

void __GIMPLE (ssa,startwith("optimized")) f (int *p)
{
  __SIZETYPE__ _1;
  int * _2;

  __BB(2):
  _1 = _Literal (__SIZETYPE__) 8;
  _2 = p_3(D) + _1;
  __MEM <int> ((int *)_2 + _Literal (int *) 4) = 1;
  __MEM <int> ((int *)&a + _Literal (int *) 16) = 2;
  return;
}

/* { dg-final { scan-tree-dump "MEM\[^\\n\]*_2 \\+ 4" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM\[^\\n\]*&a \\+ 16|a\\\[4\\\] = 2" "optimized" } } */
