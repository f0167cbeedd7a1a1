/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-cfg" } */

/* With optimisation the block of the one return is merged with the one before it. */
int inc (int x)
{
  return x + 1;
}

/* { dg-final { scan-tree-dump {D\.\d+ = x \+ 1;\n  return D\.\d+;} "cfg" } } */
/* { dg-final { scan-tree-dump-not {<L0>} "cfg" } } */
