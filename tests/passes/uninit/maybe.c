/* { dg-do compile } */
/* { dg-options "-O2 -Wall" } */

/* A way on which nothing was stored: it may be used. */
int g (int);
int f (int c)
{
  int x; /* { dg-message "'x' was declared here" } */
  if (c)
    x = g (1);
  g (3);
  return x; /* { dg-warning "'x' may be used uninitialized" } */
}
