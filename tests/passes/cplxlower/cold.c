/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-cplxlower1" } */

/* So it does where the program seldom is. */
void abort (void);
void f (_Complex double *p) { if (*p == 3) { *p = *p * *p; abort (); } }

/* { dg-final { scan-tree-dump-times "= __muldc3" 1 "cplxlower1" } } */
/* { dg-final { scan-tree-dump-not "unord" "cplxlower1" } } */
