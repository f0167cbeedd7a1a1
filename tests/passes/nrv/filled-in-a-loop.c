/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details -fno-tree-loop-optimize" } */

/* A variable that is returned lives where the result does. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int c) { struct big b; for (int i = 0; i < 8; i++) b.a[i] = i * c; return b; }

/* { dg-final { scan-tree-dump "NRV Replaced: b  with: <retval>" "nrv" } } */
/* { dg-final { scan-tree-dump "<retval>.a\\\[i_\[0-9\]+\\\] = " "nrv" } } */
/* { dg-final { scan-tree-dump-not "<retval> = b" "nrv" } } */
