/* The register of a result is made before those of its operands, and that of a flag before that of the comparison.  */
/* { dg-do compile } */
/* { dg-options "-O0 -fdump-rtl-reload" } */

int
square (int x)
{
  return x * x;
}

int
equal (double a, double b)
{
  return a == b;
}

unsigned
eighth (unsigned x)
{
  return x / 8;
}

/* { dg-final { scan-rtl-dump {reg:SI 15 a5 \[76\]\)\n +\(mult:SI \(reg:SI 15 a5 \[77\]\)} "reload" } } */
/* { dg-final { scan-rtl-dump {reg:SI 15 a5 \[76\]\)\n +\(lshiftrt:SI \(reg:SI 15 a5 \[77\]\)} "reload" } } */
/* { dg-final { scan-rtl-dump {zero_extend:DI \(reg:QI 15 a5 \[75\]\)} "reload" } } */
