/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-cfg" } */

/* Without optimisation a return the user wrote keeps its block and its label. */
int inc (int x)
{
  return x + 1;
}

/* { dg-final { scan-tree-dump {D\.\d+ = x \+ 1;\n+  <bb 3> :\n<L0>:\n  return D\.\d+;} "cfg" } } */
/* { dg-final { scan-tree-dump-not {Merging blocks} "cfg" } } */
