/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp" } */

/* What is replaced is said without details, too.  A sum is made in the type that wraps.  */
int f (int n, int c)
{
  int i, k = c;
  for (i = 0; i < n; i++)
    {
      k++;
      asm volatile ("");
    }
  return k;
}

/* { dg-final { scan-tree-dump "final value replacement:\n  k_\[0-9\]+ = PHI" "sccp" } } */
/* { dg-final { scan-tree-dump "with expr: \\(int\\) \\(\\(unsigned int\\) \[cn\]_\[0-9\]+\\(D\\) \\+ \\(unsigned int\\) \[cn\]_\[0-9\]+\\(D\\)\\)" "sccp" } } */
