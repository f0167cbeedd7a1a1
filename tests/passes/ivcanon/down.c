/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ivcanon-details" } */

/* The type of the new counter has no sign, whatever that of the old one. */
void f (char *a) { for (signed char i = 99; i >= 0; i--) a[i] = i; }

/* { dg-final { scan-tree-dump "Added canonical iv to loop 1, 99 iterations" "ivcanon" } } */
/* { dg-final { scan-tree-dump "unsigned char ivtmp_" "ivcanon" } } */
