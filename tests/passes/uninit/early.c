/* { dg-do compile } */
/* { dg-options "-O0 -Wuninitialized" } */

/* Without optimisation what is read before anything was stored to it is found by where it is. */
int f (void)
{
  int x; /* { dg-message "'x' was declared here" } */
  return x; /* { dg-warning "'x' is used uninitialized \\\[-Wuninitialized\\\]" } */
}
