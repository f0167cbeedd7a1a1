/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-ssa-gimple -fdump-tree-optimized-gimple" } */

/* Dumps that -fgimple takes back. */

struct s { int a; long b; } x;
int g (int, char *);

int
f (int n, struct s *p, double d, _Complex double c, unsigned u)
{
  int t = p->a + __builtin_abs (n);
  *(char *) p = 3;
  d = d * 2.5 + __real__ c + (u > 3 ? 1.0 : 2.0);
  switch (n)
    {
    case 1:
      t = 4;
      break;
    case 2 ... 5:
      t++;
      break;
    default:
      t = g (n, "ab");
    }
  x = *p;
  return t + (int) d;
}

/* { dg-final { scan-tree-dump "int __GIMPLE \\(ssa\\)\nf \\(int n, struct s \\* p" "ssa" } } */
/* { dg-final { scan-tree-dump "  __BB\\(2\\):\n" "ssa" } } */
/* { dg-final { scan-tree-dump "__ABS n_\[0-9\]+\\(D\\);" "ssa" } } */
/* { dg-final { scan-tree-dump "__MEM <char> \\(\\(char \\*\\)p_\[0-9\]+\\(D\\)\\) = _Literal \\(char\\) 3;" "ssa" } } */
/* { dg-final { scan-tree-dump "__real c_\[0-9\]+\\(D\\);" "ssa" } } */
/* { dg-final { scan-tree-dump "> 3u\\)\n    goto __BB\[0-9\];\n  else\n    goto __BB\[0-9\];" "ssa" } } */
/* { dg-final { scan-tree-dump " = __PHI \\(__BB\[0-9\]: _\[0-9\]+, __BB\[0-9\]: _\[0-9\]+\\);" "ssa" } } */
/* { dg-final { scan-tree-dump "switch \\(n_\[0-9\]+\\(D\\)\\) \{default: L\[0-9\]; case 1: L\[0-9\]; case 2 ... 5: L\[0-9\]; \}" "ssa" } } */
/* { dg-final { scan-tree-dump "= g \\(n_\[0-9\]+\\(D\\), &\"ab\"\\);" "ssa" } } */
/* { dg-final { scan-tree-dump "x = __MEM <struct s> \\(p_\[0-9\]+\\(D\\)\\);" "ssa" } } */
/* { dg-final { scan-tree-dump "int __GIMPLE \\(ssa" "optimized" } } */
