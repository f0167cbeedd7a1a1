/* { dg-do compile } */
/* { dg-options "-O2 -Wall" } */

/* What is never reached, or is never used, is no use. */
int g (int);
int f (int n)
{
  int x, y;
  if (sizeof (int) == 8)
    return x; /* { dg-bogus "uninitialized" } */
  y = n;
  return y; /* { dg-bogus "uninitialized" } */
}
