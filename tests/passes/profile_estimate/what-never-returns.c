/* A way that leads to `abort` only is never taken, and that is certain: its count is 0, not guessed. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate" } */
extern void abort (void);
int f (int *p)
{
  if (*p != 5)
    abort ();
  return p[1];
}
/* { dg-final { scan-tree-dump {goto <bb 3>; \[0.00%\]} "profile_estimate" } } */
/* { dg-final { scan-tree-dump {<bb 3> \[count: 0\]:} "profile_estimate" } } */
/* { dg-final { scan-tree-dump {<bb 4> \[local count: 1073741824\]:} "profile_estimate" } } */
