/* { dg-do compile } */
/* { dg-options "-O2 -Wall -Wno-maybe-uninitialized" } */

/* Only what is certain, where one asks for that. */
int g (int);
int f (int c)
{
  int x;
  int y; /* { dg-message "'y' was declared here" } */
  if (c)
    x = g (1);
  g (3);
  return x /* { dg-bogus "may be" } */
         + y; /* { dg-warning "'y' is used uninitialized" } */
}
