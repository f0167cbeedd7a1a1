/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-widening_mul" } */

/* Products that are added to something become one operation, if all their uses do. */
double add (double a, double b, double c) { return a * b + c; }
double from (double a, double b, double c) { return c - a * b; }
float less (float a, float b, float c) { return a * b - c; }
double neither (double a, double b, double c) { return -(a * b) - c; }
double square (double a, double b, double c) { double m = a * b; return m * m + c; }

/* { dg-final { scan-tree-dump-times "= \\.FMA \\(" 2 "widening_mul" } } */
/* { dg-final { scan-tree-dump-times "= \\.FMS \\(" 1 "widening_mul" } } */
/* { dg-final { scan-tree-dump-times "= \\.FNMA \\(" 1 "widening_mul" } } */
/* { dg-final { scan-tree-dump-times "= \\.FNMS \\(" 1 "widening_mul" } } */
/* { dg-final { scan-tree-dump-times " \\* " 1 "widening_mul" } } */
/* { dg-final { scan-assembler "fmadd\\.d" } } */
/* { dg-final { scan-assembler "fmsub\\.s" } } */
/* { dg-final { scan-assembler "fnmsub\\.d" } } */
/* { dg-final { scan-assembler "fnmadd\\.d" } } */
