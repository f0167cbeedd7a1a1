/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-reload -fdump-rtl-ira" } */

/* After reload there are only hard registers. */
int f (int a, int b)
{
  return a * b + 3;
}

/* { dg-final { scan-rtl-dump "\\(reg:DI 10 a0|\\(reg:SI 10 a0|\\(reg/i:DI 10 a0" "reload" } } */
/* { dg-final { scan-rtl-dump-not "\\(reg:SI 7\[0-9\]\\)" "reload" } } */
