/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-sccp-details" } */

/* The pointer after the last element. */
char *f (char *p, long n) { char *q; for (q = p; q < p + n; q++) *q = 1; return q; }

/* { dg-final { scan-tree-dump-times "final value" 1 "sccp" } } */
/* { dg-final { scan-tree-dump "with expr: _\[0-9\]+" "sccp" } } */
