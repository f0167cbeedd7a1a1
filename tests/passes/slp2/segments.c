/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-slp2-details -fdump-tree-optimized" } */

unsigned u[8];
volatile int v;
void call (void);

/* Nothing is moved past calls and volatile accesses. */
void calls (void) { u[0] = 1; call (); u[1] = 2; }
void reads (void) { u[2] = 1; v; u[3] = 2; }

/* On both sides of them there are stores side by side. */
void both (void) { u[0] = 1; u[1] = 2; call (); u[3] = 4; u[2] = 3; }

/* { dg-final { scan-tree-dump-times "basic block part vectorized" 2 "slp2" } } */
/* { dg-final { scan-tree-dump "&u\\\] = . 1, 2 .;" "optimized" } } */
/* { dg-final { scan-tree-dump "&u \\+ 8B\\\] = . 3, 4 .;" "optimized" } } */
/* { dg-final { scan-tree-dump "u\\\[0\\\] = 1;" "optimized" } } */
/* { dg-final { scan-tree-dump "u\\\[3\\\] = 2;" "optimized" } } */
