/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-evrp" } */

/* The absolute value of what is known not to be positive. */
int
f (int a)
{
  if (a > 0)
    return 0;
  return __builtin_abs (a);
}

/* { dg-final { scan-tree-dump {= -a_\d+\(D\);} "evrp" } } */
/* { dg-final { scan-tree-dump-not "ABS_EXPR" "evrp" } } */
