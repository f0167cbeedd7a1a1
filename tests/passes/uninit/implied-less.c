/* { dg-do compile } */
/* { dg-options "-O2 -Wall" } */

/* Under one that says less it is. */
int g (int);
int f (int c)
{
  int x; /* { dg-message "'x' was declared here" } */
  if (c > 7)
    x = g (1);
  g (3);
  if (c > 3)
    return g (x); /* { dg-warning "'x' may be used uninitialized" } */
  return 0;
}
