/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa" } */

/* The operands of an asm. */
int f (int a, int b)
{
  int dead = a * b;
  int sum = a + b;
  int out;
  dead = dead + 1;
  __asm__ volatile ("add %0, %1, %2" : "=r" (out) : "r" (sum), "r" (b) : "memory");
  return out;
}

/* { dg-final { scan-tree-dump "\" : \"=r\" out_6 : \"r\" sum_3, \"r\" b_2\\(D\\) : \"memory\"" "release_ssa" } } */
/* { dg-final { scan-tree-dump "Released 3 names, 42.86%, removed 3 holes" "release_ssa" } } */
