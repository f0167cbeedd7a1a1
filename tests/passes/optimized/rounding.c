/* What is widened only to be rounded is rounded as it is. */
/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-optimized" } */
double floor(double), rint(double), sin(double);
long double truncl(long double);

float low(float x) { return floor(x); }
double wide(float x) { return rint(x); }
double from_long(double x) { return truncl(x); }
float not_exact(float x) { return sin(x); }

/* { dg-final { scan-tree-dump-times "= __builtin_floorf \\(x_\[0-9\]+\\(D\\)\\);" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "= __builtin_rintf \\(x_\[0-9\]+\\(D\\)\\);" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times "= __builtin_trunc \\(x_\[0-9\]+\\(D\\)\\);" 1 "optimized" } } */
/* { dg-final { scan-tree-dump-times " sin \\(" 1 "optimized" } } */
