/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-lim2" } */

/* Nothing sees what a loop stores that is never left. */
int c;
void f (void) { for (;;) c++; }

/* { dg-final { scan-tree-dump "c_lsm" "lim2" } } */
