/* { dg-do compile } */
/* { dg-options "-O1" } */

/* Many cases to few blocks are looked up in words. */

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

/* { dg-final { scan-assembler-times {\msll\M} 1 } } */
/* { dg-final { scan-assembler-times {\mandi\M} 2 } } */
/* { dg-final { scan-assembler-not {\.word} } } */
