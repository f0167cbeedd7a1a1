/* { dg-do compile } */
/* { dg-options "-O0 -Wall" } */

/* What holds on some ways only is not asked without optimisation. */
int f (int c)
{
  int x;
  if (c)
    x = 1;
  return x; /* { dg-bogus "uninitialized" } */
}
