/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt" } */

int below (int a) { return a < 256 ? a : 255; }
unsigned nonzero (unsigned a) { return a != 0 ? a : 1; }
int both (int a) { return a > 255 ? 255 : a < 0 ? 0 : a; }
int clamped (int a) { if (a < 0) a = 0; if (a > 100) a = 100; return a; }

/* Half way between the bounds there is a gap.  */
int gap (int a) { return a < 256 ? a : 254; }

/* { dg-final { scan-tree-dump {MIN_EXPR <a_\d+\(D\), 255>} "phiopt2" } } */
/* { dg-final { scan-tree-dump {MAX_EXPR <a_\d+\(D\), 1>} "phiopt2" } } */
/* { dg-final { scan-tree-dump {MAX_EXPR <a_\d+\(D\), 0>;\n  _\d+ = MIN_EXPR <iftmp[\d._]+, 255>} "phiopt2" } } */
/* { dg-final { scan-tree-dump-times {if \(} 1 "phiopt2" } } */
