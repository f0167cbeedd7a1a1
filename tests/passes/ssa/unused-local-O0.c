/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-ssa -fdump-tree-optimized" } */

/* Without optimisation variables stay that nothing uses, and those that names have replaced. */
int f (int n)
{
  int unused;
  return n * 3;
}

/* { dg-final { scan-tree-dump {\n  int unused;} "ssa" } } */
/* { dg-final { scan-tree-dump {\n  int D\.\d+;\n  int _\d+;} "ssa" } } */
/* { dg-final { scan-tree-dump {\n  int unused;} "optimized" } } */
