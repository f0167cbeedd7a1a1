/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-profile_estimate-details" } */

/* That numbers with fractions are equal is no more likely than that they are not; complex ones have fractions, too. */
void g (void);
void f (_Complex double a, _Complex double b) { if (a != b) g (); }
void h (_Complex int a, _Complex int b) { if (a != b) g (); }

/* { dg-final { scan-tree-dump-times "opcode values nonequal" 1 "profile_estimate" } } */
