/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nothrow" } */

/* Of what is declared so nothing has to be found out. */
__attribute__ ((nothrow)) int f (int a)
{
  return a + 1;
}

/* { dg-final { scan-tree-dump "f \\(int a\\)" "nothrow" } } */
/* { dg-final { scan-tree-dump-not "found to be nothrow" "nothrow" } } */
