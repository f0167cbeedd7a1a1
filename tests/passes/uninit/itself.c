/* { dg-do compile } */
/* { dg-options "-O1 -Wall -Wextra" } */

/* A variable initialised by itself is meant to have no value, but with -Winit-self. */
int f (void)
{
  int x = x; /* { dg-bogus "uninitialized" } */
  return x;
}
