/* { dg-do compile } */
/* { dg-options "-O2 -w -fchecking" } */

/* A signed field of one bit holds 0 and -1; the largest and smallest numbers are compared with. */
struct { int x : 1; } s;

void store (int i)
{
  s.x = i != 0 ? 1.0 : 0.0;
  s.x = -1.5;
}

int compare (long x)
{
  return x == -9223372036854775807L - 1;
}

/* { dg-final { scan-assembler "ret" } } */
