/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa" } */

/* Nor has one that is a register of the machine, nor a static one. */
int f (int a)
{
  register int r __asm__ ("s3") = a;
  static int s;
  s += r;
  return s;
}

/* { dg-final { scan-tree-dump {\n  r = a_\d+\(D\);} "ssa" } } */
/* { dg-final { scan-tree-dump {\n  s = _\d+;} "ssa" } } */
/* { dg-final { scan-tree-dump-not {[ (]s_\d+} "ssa" } } */
