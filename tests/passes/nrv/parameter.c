/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details" } */

/* Not a parameter, which is elsewhere already. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (struct big b, int i) { b.a[i] = 1; return b; }

/* { dg-final { scan-tree-dump {<retval> = b;} "nrv" } } */
/* { dg-final { scan-tree-dump-not "NRV" "nrv" } } */
