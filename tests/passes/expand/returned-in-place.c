/* What is returned is computed in the register for the function's value; what is never or always so is known precisely. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-expand" } */

int
pick (unsigned char *a, unsigned char *b)
{
  if (a[0] != b[0])
    return 70;
  return a[1] + b[1];
}

int
checked (int a)
{
  if (a == 5)
    __builtin_abort ();
  return a;
}

/* { dg-final { scan-rtl-dump {\(set \(reg:DI [0-9]+ \[ <retval> \]\)\n +\(const_int 70 } "expand" } } */
/* { dg-final { scan-rtl-dump {\(set \(reg:DI ([0-9]+) \[ <retval> \]\)\n +\(reg:DI \1 \[ <retval> \]\)\)} "expand" } } */
/* { dg-final { scan-rtl-dump {REG_BR_PROB 1073741831} "expand" } } */
