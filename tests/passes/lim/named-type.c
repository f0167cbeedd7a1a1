/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2" } */

/* A register has the type of the place it stands for, by its name; a conversion to a floating type may trap.  */
typedef unsigned u32;
u32 g;
void f (int n, u32 m)
{
  for (int i = 0; i < n; i++)
    g += m;
}

float x[10];
void h (int n, int m, int *p)
{
  for (int i = 0; i < n; i++)
    if (p[i])
      x[i] = m;
}

/* { dg-final { scan-tree-dump "  u32 g_lsm" "lim2" } } */
/* { dg-final { scan-tree-dump "x\\\[i_\[0-9\]+\\\] = _" "lim2" } } */
/* { dg-final { scan-tree-dump "  _\[0-9\]+ = \\(float\\) m_\[0-9\]+\\(D\\);\n  x" "lim2" } } */
