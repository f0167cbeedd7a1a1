/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nothrow" } */

extern int outside (int);

/* Nothing is thrown through functions of C, whatever they call. */
int f (int a)
{
  return outside (a) / 2;
}

/* { dg-final { scan-tree-dump "Function found to be nothrow: f" "nothrow" } } */
