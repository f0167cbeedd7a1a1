/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nothrow" } */

/* Another body may be called than this one. */
__attribute__ ((weak)) int f (void)
{
  return 1;
}

/* { dg-final { scan-tree-dump "Function is interposable; not analyzing" "nothrow" } } */
/* { dg-final { scan-tree-dump-not "found to be nothrow" "nothrow" } } */
