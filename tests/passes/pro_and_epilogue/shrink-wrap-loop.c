/* The prologue stands in no loop.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

int g (int);

int
sum (int *p, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += g (p[i]);
  return s;
}

/* { dg-final { scan-assembler {ble\ta1,zero,\.L\d+\n\taddi\tsp,sp,-32} { xfail *-*-* } } } */
/* { dg-final { scan-assembler-times {addi\tsp,sp,-32} 1 } } */
