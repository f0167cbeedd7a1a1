/* Without optimization the first of two steps takes what leaves a multiple of
   4096 for the second.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

void g (char *);

void
f (void)
{
  char buffer[5000];
  g (buffer);
}

/* { dg-final { scan-assembler {addi\tsp,sp,-928\n} } } */
/* { dg-final { scan-assembler {li\tt0,-4096\n\tadd\tsp,sp,t0\n} } } */
/* { dg-final { scan-assembler {li\tt0,4096\n\tadd\tsp,sp,t0\n} } } */
