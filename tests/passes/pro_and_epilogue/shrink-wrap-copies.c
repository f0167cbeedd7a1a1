/* Arguments go to registers that calls leave alone where they are needed, not at the function's start: the path that does not
   need the frame goes without it, also where the other one is a loop that is entered on two edges.  */
/* { dg-do compile } */
/* { dg-options "-O2" } */

extern void abort (void);

__attribute__ ((noipa)) int
next (int *p)
{
  return *p += 2;
}

__attribute__ ((noipa)) void
walk (int *v, int l, int r)
{
  while (l < r)
    {
      int n = next (v + l);
      next (v + r);
      l += n;
    }
}

int
main (void)
{
  int v[8] = { 0 };
  walk (v, 3, 3);
  walk (v, 7, 6);
  if (v[3] || v[6] || v[7])
    abort ();
  walk (v, 1, 6);
  if (v[1] != 2 || v[3] != 2 || v[5] != 2 || v[6] != 6 || v[2] || v[4])
    abort ();
  return 0;
}

/* { dg-final { scan-assembler {walk:\n\tbge\ta1,a2,\.L\d+\n\taddi\tsp,sp,-} } } */
