/* { dg-do compile } */
/* { dg-options "-O2 -Wall" } */

/* A use under the condition under which it was stored to is no fault. */
int g (int);
int f (int c)
{
  int x;
  if (c)
    x = g (1);
  g (3);
  if (c)
    return x; /* { dg-bogus "uninitialized" } */
  return 0;
}
