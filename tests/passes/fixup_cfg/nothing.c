/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa -fdump-tree-fixup_cfg3-vops" } */

/* Where nothing has been found out of what is called, calls stay what they were. */
int b;
int twice (int);
int f (int x)
{
  b = 1;
  return twice (x);
}

/* { dg-final { scan-tree-dump {# \.MEM_\d+ = VDEF <\.MEM_\d+>\n  _\d+ = twice \(x_\d+\(D\)\);} "fixup_cfg3" } } */
/* { dg-final { scan-tree-dump-times {<bb \d+> } 1 "fixup_cfg3" } } */
