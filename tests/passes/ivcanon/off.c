/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-loop-ivcanon -fdump-tree-optimized" } */

/* The counter goes up. */
void use (int);
void f (void) { for (int i = 0; i < 300; i++) use (i); }

/* { dg-final { scan-tree-dump "if \\(i_\[0-9\]+ != 300\\)" "optimized" } } */
