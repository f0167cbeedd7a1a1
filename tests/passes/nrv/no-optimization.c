/* { dg-do compile } */
/* { dg-options "-O0 -fdump-tree-optimized" } */

/* Without optimisation variables are what they are. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
struct big f (int c) { struct big b; b.a[0] = c; return b; }

/* { dg-final { scan-tree-dump "<retval> = b;" "optimized" } } */
