/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2-details -fdump-tree-optimized" } */

struct s { int a, b; long c; };
unsigned char bytes[16];
enum e { A, Z } enums[4];
_Bool flags[8];

void two (struct s *p) { p->a = 1; p->b = 2; }
void none (struct s *p) { p->b = 0; p->a = 0; }

/* Seven bytes are four and two vectors' worth, and one is left. */
void seven (void)
{
  bytes[0] = 1;
  bytes[1] = 2;
  bytes[2] = 3;
  bytes[3] = 4;
  bytes[4] = 5;
  bytes[5] = 6;
  bytes[6] = 7;
}

void others (void) { enums[0] = Z; enums[1] = A; flags[0] = 1; flags[1] = 0; }

/* { dg-final { scan-tree-dump "\\\[\\(int \\*\\)p_\[0-9\]+\\(D\\)\\\] = . 1, 2 .;" "optimized" } } */
/* { dg-final { scan-tree-dump "\\\[\\(int \\*\\)p_\[0-9\]+\\(D\\)\\\] = . 0, 0 .;" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM <vector\\(4\\) unsigned char> \\\[\\(unsigned char \\*\\)&bytes\\\] = . 1, 2, 3, 4 .;" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM <vector\\(2\\) unsigned char> \\\[\\(unsigned char \\*\\)&bytes \\+ 4B\\\] = . 5, 6 .;" "optimized" } } */
/* { dg-final { scan-tree-dump "bytes\\\[6\\\] = 7;" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM <vector\\(2\\) unsigned int> .*&enums\\\] = . 1, 0 .;" "optimized" } } */
/* { dg-final { scan-tree-dump "MEM <vector\\(2\\) unsigned char> .*&flags\\\] = . 1, 0 .;" "optimized" } } */
/* { dg-final { scan-assembler "\tsd\tzero,0\\(a0\\)" } } */
