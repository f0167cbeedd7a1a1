/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details" } */

/* Not what stays. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int i) { static struct big b; b.a[i]++; return b; }

/* { dg-final { scan-tree-dump {<retval> = b;} "nrv" } } */
/* { dg-final { scan-tree-dump-not "NRV" "nrv" } } */
