/* { dg-do run } */
/* { dg-options "-O2 -fdump-ipa-modref -fdump-tree-optimized" } */
extern void abort (void);
int g;
void even (int *, int);

/* Functions that call each other: what they do is found out of the unit as a whole. */
__attribute__ ((noinline)) void odd (int *p, int n) { if (n) even (p, n - 1); else *p = 1; }
__attribute__ ((noinline)) void even (int *p, int n) { if (n) odd (p, n - 1); else p[1] = 2; }
__attribute__ ((noinline)) int caller (int *p) { g = 5; p[2] = 7; odd (p, 3); return p[2]; }

int main (void)
{
  int x[3] = { 0, 0, 0 };
  if (caller (x) != 7 || x[1] != 2)
    abort ();
  even (x, 3);
  if (x[0] != 1)
    abort ();
  return 0;
}

/* { dg-final { scan-ipa-dump "Start of SCC component" "modref" } } */
/* { dg-final { scan-ipa-dump "access: Parm 0 param offset:0 offset:0 size:32 max_size:64" "modref" } } */
/* { dg-final { scan-tree-dump "return 7;" "optimized" } } */
