/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt2" } */

/* Others may come to the empty arm, too: they go on by it. */
struct flags { unsigned int a : 1; int b : 5; };
int f (struct flags f)
{
  return f.a && f.b > 2;
}

/* { dg-final { scan-tree-dump {_6 = _3 > 2;} "phiopt2" } } */
/* { dg-final { scan-tree-dump {_7 = \(int\) _6;} "phiopt2" } } */
/* { dg-final { scan-tree-dump-times "if " 1 "phiopt2" } } */
