/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details" } */

/* What a call makes is written there. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int c, int i) { struct big b = make (c); b.a[i]++; return b; }

/* { dg-final { scan-tree-dump "<retval> = make \\(" "nrv" } } */
