/* Operands and φs of a function in SSA form are counted; arguments of φs are not among the uses. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ssa-stats" } */
int
sum (int *a, int n)
{
  int s = 0, t = 1;
  for (int i = 0; i < n; i++)
    {
      s += a[i];
      t *= s;
    }
  return s + t;
}
/* { dg-final { scan-tree-dump "USE operands +15 +120" "ssa" } } */
/* { dg-final { scan-tree-dump "DEF operands +11 +88" "ssa" } } */
/* { dg-final { scan-tree-dump "VUSE operands +2 +16" "ssa" } } */
/* { dg-final { scan-tree-dump "PHI nodes +3 +312" "ssa" } } */
/* { dg-final { scan-tree-dump "PHI arguments +6 +288" "ssa" } } */
/* { dg-final { scan-tree-dump "Average number of arguments per PHI node: 2.0 .max: 2." "ssa" } } */
