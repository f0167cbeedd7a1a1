/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details" } */

/* Not one of two. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int c, int i) { struct big b = make (c), d = make (i); b.a[i] = 1; d.a[c] = 2; if (c) return b; return d; }

/* { dg-final { scan-tree-dump {<retval> = d;} "nrv" } } */
/* { dg-final { scan-tree-dump-not "NRV" "nrv" } } */
