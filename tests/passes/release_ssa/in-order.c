/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* Names that are left move down without changing their order. */
int f (int a, int b)
{
  int x = a * b;
  int y = b + 0;
  int z = x + y;
  int u = a * b;
  int v = u / z;
  return v ^ a;
}

/* { dg-final { scan-tree-dump "x_3 = a_1\\(D\\) \\* b_2\\(D\\);\n  z_4 = b_2\\(D\\) \\+ x_3;\n  v_5 = x_3 / z_4;\n  _6 = a_1\\(D\\) \\^ v_5;" "release_ssa" } } */
