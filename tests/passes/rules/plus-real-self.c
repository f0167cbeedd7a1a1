/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1" } */

/* Twice a number is a product until it is computed. */
double f (double x, double y) { double t = x; if (y) t = x - y; return t + t; }
int g (double x) { double y = x; return y + x > 1; }

/* { dg-final { scan-tree-dump "= t_\[0-9\]+ \\* 2.0e\\+0;" "forwprop1" } } */
/* { dg-final { scan-assembler-not "fmul" } } */
/* { dg-final { scan-assembler-times "fadd\\.d" 2 } } */
