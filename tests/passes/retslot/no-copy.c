/* { dg-do compile } */
/* { dg-options "-O2" } */

/* The place is handed over, and nothing is copied. */
struct big { long a[8]; };
struct big make (int);
void use (struct big *);
void f (void) { struct big b = make (1); use (&b); }

/* { dg-final { scan-assembler {mv\ta0,s0} } } */
/* { dg-final { scan-assembler-not "\\tld\\ta5" } } */
