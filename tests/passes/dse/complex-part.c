/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-dce -fdump-tree-dse1-details" } */

/* Of a complex constant only the part is stored that is not overwritten. */
_Complex int t, u;
void imaginary (void)
{
  t = 0;
  __imag__ t = 2;
}
/* { dg-final { scan-tree-dump "Trimming statement .head = 0, tail = 4.: t = __complex__ .0, 0.;" "dse1" } } */
/* { dg-final { scan-tree-dump "REALPART_EXPR <t> = 0;" "dse1" } } */
void real (void)
{
  u = 3 + 4i;
  __real__ u = 2;
}
/* { dg-final { scan-tree-dump "IMAGPART_EXPR <u> = 4;" "dse1" } } */
