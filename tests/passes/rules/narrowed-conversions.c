/* { dg-do compile } */
/* { dg-options "-O2 -w -fdump-tree-original" } */

/* What is cut is cut at once; a pointer becomes a signed number of its size first. A real number is no complex one unless
   signs of zero can tell. */

int through_long_long (void *p) { return (int) (unsigned long long) p; }
short cut_twice (long x) { return (short) (int) x; }
unsigned first_part (_Complex unsigned t, unsigned u) { return u + t; }
double with_signs (_Complex double t, double u) { return u * t; }

/* { dg-final { scan-tree-dump "return \\(int\\) \\(long int\\) p;" "original" } } */
/* { dg-final { scan-tree-dump "return \\(short int\\) x;" "original" } } */
/* { dg-final { scan-tree-dump "return REALPART_EXPR <t> \\+ u;" "original" } } */
/* { dg-final { scan-tree-dump "IMAGPART_EXPR <SAVE_EXPR <t>>" "original" } } */
