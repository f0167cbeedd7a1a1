/* Each value has its own register where nothing is computed where it is used. */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-ter -fdump-rtl-expand-details" } */

int
chain (int a, int b, int c)
{
  return (a + b) * c;
}

/* { dg-final { scan-rtl-dump-not "Replacing Expressions" "expand" } } */
/* { dg-final { scan-rtl-dump {set \(reg:DI [0-9]+ \[ _1 \]\)} "expand" } } */
