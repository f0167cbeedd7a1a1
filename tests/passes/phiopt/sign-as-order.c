/* { dg-do run } */
/* { dg-options "-O2 -fdump-tree-optimized" } */

/* Whether the highest bit is set is whether a number without a sign is beyond the greatest with one. */
__attribute__ ((noipa)) unsigned most (unsigned x) { if (x < 0x80000000u) x = 0x80000000u; return x; }
__attribute__ ((noipa)) unsigned least (unsigned x) { if (x >= 0x80000000u) x = 0x80000000u; return x; }
/* Another number is not the bound. */
__attribute__ ((noipa)) unsigned other (unsigned x) { if (x < 0x80000000u) x = 0x90000000u; return x; }
int
main (void)
{
  for (unsigned i = 0; i < 5; i++)
    {
      unsigned x = 0x7ffffffeu + i;
      if (most (x) != (x < 0x80000000u ? 0x80000000u : x) || least (x) != (x < 0x80000000u ? x : 0x80000000u)) return 1;
      if (other (x) != (x < 0x80000000u ? 0x90000000u : x)) return 2;
    }
  return most (0) != 0x80000000u || least (0) || least (~0u) != 0x80000000u || most (~0u) != ~0u;
}

/* { dg-final { scan-tree-dump-times "MAX_EXPR <x_\[0-9\]+\\(D\\), 2147483648>" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "MIN_EXPR <x_\[0-9\]+\\(D\\), 2147483648>" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "if \\(x_\[0-9\]+\\(D\\)" 0 "optimized" } } */
