/* A load goes over no store that it may be of the same bytes as.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fno-schedule-insns" } */

int
same (int *p, int *q)
{
  p[0] = 1;
  return q[0] + 1;
}

/* { dg-final { scan-assembler {sw\ta5,0\(a0\)\n\tlw\ta0,0\(a1\)} } } */
