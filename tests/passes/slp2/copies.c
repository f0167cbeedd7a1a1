/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2-details -fdump-tree-optimized" } */

struct s { int a, b; long c; };
struct h { short a, b, c, d; long e; };

/* Members of one structure cannot be each other: a word is copied. */
void words (struct s *p, struct s *q) { p->a = q->a; p->b = q->b; }

/* Of two shorts half a word. */
void half (struct h *p, struct h *q) { p->a = q->a; p->b = q->b; }

void shorts (struct h *p, struct h *q)
{
  p->a = q->a;
  p->b = q->b;
  p->c = q->c;
  p->d = q->d;
}

/* { dg-final { scan-tree-dump-times "basic block part vectorized using 8 byte vectors" 3 "slp2" } } */
/* { dg-final { scan-tree-dump "MEM <vector\\(2\\) int> \\\[\\(int \\*\\)p_\[0-9\]+\\(D\\)\\\] = vect__1" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM <vector\\(2\\) short int> \\\[\\(short int \\*\\)q_" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM <vector\\(4\\) short int> \\\[\\(short int \\*\\)q_" "optimized" } } */
/* { dg-final { scan-tree-dump-not "->" "optimized" } } */
/* { dg-final { scan-assembler-times "\tld\t" 2 } } */
/* { dg-final { scan-assembler-times "\tlw\t" 1 } } */
/* { dg-final { scan-assembler-not "sp,sp" } } */
