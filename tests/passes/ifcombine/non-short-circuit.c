/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ifcombine-details --param logical-op-non-short-circuit=1" } */

/* Conditions that share nothing, both asked.  */

int f (int a, int b)
{
  if (a > 0)
    if (b > 0)
      return 0;
  return 1;
}

/* { dg-final { scan-tree-dump " & " "ifcombine" } } */
/* { dg-final { scan-tree-dump-times "if \\(" 1 "ifcombine" } } */
