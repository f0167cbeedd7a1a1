/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* The edge of the test that leaves the loop may be either. */
void use (int);
void f (void) { int i = 0; for (;;) { use (i); if (++i == 20) break; use (-i); } }

/* { dg-final { scan-tree-dump "Added canonical iv to loop 1, 19 iterations" "ivcanon" } } */
/* { dg-final { scan-tree-dump "if \\(ivtmp_\[0-9\]+ (==|!=) 0\\)" "ivcanon" } } */
