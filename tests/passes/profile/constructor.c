/* { dg-do compile } */
/* { dg-options "-O1 -fprofile-arcs" } */

/* The library is told of the counters before main, and at the end. */
int f (int n)
{
  return n + 1;
}

/* { dg-final { scan-assembler {__gcov_init} } } */
/* { dg-final { scan-assembler {__gcov_exit} } } */
/* { dg-final { scan-assembler {\.init_array} } } */
/* { dg-final { scan-assembler {__gcov0\.f:} } } */
