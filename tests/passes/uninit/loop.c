/* { dg-do compile } */
/* { dg-options "-O2 -Wall" } */

/* A loop that may not run at all. */
int g (int);
int f (int n)
{
  int x; /* { dg-message "'x' was declared here" } */
  for (int i = 0; i < n; i++)
    x = g (i);
  return x; /* { dg-warning "'x' may be used uninitialized" } */
}
