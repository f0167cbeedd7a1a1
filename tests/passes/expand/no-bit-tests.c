/* { dg-do compile } */
/* { dg-options "-O1 -fno-bit-tests" } */

int
f (int x)
{
  switch (x)
    {
    case 2: case 4: case 6: case 9: return 1;
    case 3: case 8: return 7;
    }
  return 0;
}

/* { dg-final { scan-assembler {jr\ta5} } } */
/* { dg-final { scan-assembler-not {\msll\M} } } */
