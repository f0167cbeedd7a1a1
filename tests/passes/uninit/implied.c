/* { dg-do compile } */
/* { dg-options "-O2 -Wall" } */

/* Nor under one that says more. */
int g (int);
int f (int c)
{
  int x;
  if (c > 3)
    x = g (1);
  g (3);
  if (c > 7)
    return x; /* { dg-bogus "uninitialized" } */
  return 0;
}
