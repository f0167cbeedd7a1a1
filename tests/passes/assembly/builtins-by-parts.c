/* Builtins that come down to other functions or to a number. { dg-do compile } */
/* { dg-options "-O1" } */

void use (char *);
_Complex double both (double x) { return __builtin_cexpi (x); }
unsigned long size (void)
{
  char a[10];
  use (a);
  return __builtin_dynamic_object_size (a, 0);
}
int clear (void *env)
{
  return __builtin_feclearexcept (1) | __builtin_fegetenv (env) | __builtin_fesetround (0);
}
_Complex double logarithm (_Complex double z) { return __builtin_clog10 (z); }

/* { dg-final { scan-assembler "call\t(sin|sincos)@plt" } } */
/* { dg-final { scan-assembler "li\ta0,10" } } */
/* { dg-final { scan-assembler "call\tfeclearexcept@plt" } } */
/* { dg-final { scan-assembler "call\tfegetenv@plt" } } */
/* { dg-final { scan-assembler "(call|tail)\tclog10@plt" } } */
