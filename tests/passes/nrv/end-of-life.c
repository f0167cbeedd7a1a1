/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-nrv" } */

/* With the variable its end goes to the result. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int c, int i) { struct big b = make (c); b.a[i]++; return b; }

/* { dg-final { scan-tree-dump "<retval> =.v. .CLOBBER" "nrv" } } */
