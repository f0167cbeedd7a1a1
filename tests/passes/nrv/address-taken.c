/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv-details" } */

/* Not what others know of. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int c) { struct big b = make (c); use (&b); return b; }

/* { dg-final { scan-tree-dump-not "NRV" "nrv" } } */
/* { dg-final { scan-tree-dump "<retval> = b;" "nrv" } } */
