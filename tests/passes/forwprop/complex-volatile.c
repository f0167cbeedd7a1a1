/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* Volatile memory is read and written as a whole. */
volatile _Complex double g;
void f (double a, double *p) { _Complex double z = g; *p = __real__ z + __imag__ z; g = a; }

/* { dg-final { scan-tree-dump "=.v. g;" "forwprop1" } } */
/* { dg-final { scan-tree-dump "g =.v. " "forwprop1" } } */
