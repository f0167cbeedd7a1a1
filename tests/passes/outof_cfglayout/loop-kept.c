/* A way back to the head of a loop is not led past: the block stays that
   only goes there.  */
/* { dg-do compile } */
/* { dg-options "-O0" } */

void d (void);

void
f (int a, int c)
{
  while (a)
    {
      if (c)
	continue;
      d ();
    }
}

/* { dg-final { scan-assembler {beq\ta5,zero,\.L[0-9]+\n\tj\t\.L[0-9]+\n\.L[0-9]+:\n\tcall\td} } } */
