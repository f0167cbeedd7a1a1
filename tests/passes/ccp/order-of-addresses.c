/* Of two places in one object it is known which comes first; of those in two objects nothing is.  */
/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-ccp1" } */

extern int a[5], b[5];
int *least (void) { int *p = &a[1], *q = &a[2]; return p < q ? p : q; }
int *greatest (void) { int *p = &a[3], *q = &a[4]; return p > q ? p : q; }
int before (void) { int *p = &a[1], *q = &a[2]; return p < q ? 11 : 12; }
int two (void) { int *p = &a[1], *q = &b[2]; return p < q ? 21 : 22; }

/* { dg-final { scan-tree-dump "return &a\\\[1\\\];" "ccp1" } } */
/* { dg-final { scan-tree-dump "return &a\\\[4\\\];" "ccp1" } } */
/* { dg-final { scan-tree-dump-not "12(\\(|, |>|;)" "ccp1" } } */
/* { dg-final { scan-tree-dump "22(\\(|, |>|;)" "ccp1" } } */
