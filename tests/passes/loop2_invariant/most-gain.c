/* { dg-do compile } */
/* { dg-options "-O2 -fdump-rtl-loop2_invariant" } */

/* Functions of the compiler's own library that only compute are calls without effects: what the loop calls them for leaves
   it as many registers as it has without. */

extern int table[];
long bits (const unsigned long *p, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      unsigned long x = p[i];
      sum += __builtin_ctzl (x) + (x == 123456) * 77 + (x & 1234567);
      sum ^= x & 7654321;
    }
  return sum;
}

/* { dg-final { scan-rtl-dump-times "call_insn/u" 1 "loop2_invariant" } } */
/* The large constants are made before the loop. */
/* { dg-final { scan-assembler-not {\.L\d+:\n(?:\t[^\n]*\n)*\tli\t[^\n]*1234567(?:\n|.)*bne} } } */
