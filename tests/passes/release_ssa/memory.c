/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-release_ssa-vops" } */

/* So have the names of memory, which are released with the stores that go. */
int x;
void f (int *p)
{
  x = 1;
  x = 2;
  *p = x;
}

/* { dg-final { scan-tree-dump "Released 2 names, 40.00%" "release_ssa" } } */
/* { dg-final { scan-tree-dump "# .MEM_2 = VDEF <.MEM_1\\(D\\)>\n  x = 2;\n  # .MEM_4 = VDEF <.MEM_2>" "release_ssa" } } */
