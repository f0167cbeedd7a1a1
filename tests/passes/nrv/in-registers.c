/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details -fno-tree-sra" } */

/* Not what is returned in registers. */
struct two { long a[2]; };
struct two f (int i) { struct two b = { { 1, 2 } }; b.a[i] = 1; return b; }

/* { dg-final { scan-tree-dump {D\.[0-9]+ = b;} "nrv" } } */
/* { dg-final { scan-tree-dump-not "NRV" "nrv" } } */
