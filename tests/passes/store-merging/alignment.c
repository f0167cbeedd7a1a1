/* { dg-do compile } */
/* { dg-options "-O2 -fno-tree-slp-vectorize -fdump-tree-store-merging-details" } */

/* Nothing is known of where the pointer leads: bytes stay bytes. */
void f (char *p) { p[0] = 1; p[1] = 2; p[2] = 3; p[3] = 4; }

/* { dg-final { scan-tree-dump "Exceeded original number of stmts" "store-merging" } } */
/* { dg-final { scan-tree-dump-not "Merging successful" "store-merging" } } */
