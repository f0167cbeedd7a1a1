/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ssa-vops" } */

/* Stores define memory, loads use it, and it has phis, too. */
int global;
void f (int c, int *p)
{
  if (c)
    global = 1;
  else
    *p = 2;
  global = *p;
}

/* { dg-final { scan-tree-dump-times "# \\.MEM_\[0-9\]+ = VDEF <\\.MEM_" 3 "ssa" } } */
/* { dg-final { scan-tree-dump-times "# VUSE <\\.MEM_" 2 "ssa" } } */
/* { dg-final { scan-tree-dump-times "# \\.MEM_\[0-9\]+ = PHI <\\.MEM_" 1 "ssa" } } */
