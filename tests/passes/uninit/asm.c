/* { dg-do compile } */
/* { dg-options "-O1 -Wall" } */

/* An asm reads its inputs and does not read its outputs. */
int f (void)
{
  int in, out; /* { dg-message "'in' was declared here" } */
  __asm__ ("mv %0, %1" : "=r" (out) : "r" (in)); /* { dg-warning "'in' is used uninitialized" } */
  return out; /* { dg-bogus "uninitialized" } */
}
