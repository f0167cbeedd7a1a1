/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details" } */

/* One that is returned at two places is one. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int c, int i) { struct big b = make (c); b.a[i] = 1; if (c) return b; b.a[i + 1] = 7; return b; }

/* { dg-final { scan-tree-dump "NRV Replaced: b" "nrv" } } */
