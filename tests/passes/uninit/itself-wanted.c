/* { dg-do compile } */
/* { dg-options "-O1 -Wuninitialized -Winit-self" } */

/* See itself.c. */
int f (void)
{
  int x = x; /* { dg-warning "'x' is used uninitialized" } */
  return x;
}
