/* A memory state that a loop hands on unchanged keeps its φ: one argument is the φ's own result. One whose arguments are
   all the same goes. */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cddce1-vops" } */

extern int table[];
static int __attribute__ ((noinline)) quiet (int a) { return table[a]; }
extern int seen;
int f (int n)
{
  int s = 0;
  seen = 1;
  for (int i = 0; i != n; i++)
    s += quiet (i);
  return s;
}

int g (int a)
{
  int s;
  if (a)
    s = quiet (a);
  else
    s = 3;
  return s + seen;
}

/* { dg-final { scan-tree-dump-times {# \.MEM_[0-9]+ = PHI} 1 "cddce1" } } */
