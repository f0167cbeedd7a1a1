/* A function that has a frame and no insn has no block that anything could move out of.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

void
nothing (void)
{
  char volatile buffer[64];
  __builtin_prefetch ((const void *) buffer, 0, 0);
}

/* { dg-final { scan-assembler {nothing:} } } */
