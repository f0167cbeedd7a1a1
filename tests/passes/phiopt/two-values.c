/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-phiopt2-details" } */

int less (_Bool b) { return b ? 5 : 6; }
int more (_Bool b) { return b ? 6 : 5; }
int masked (unsigned x) { x &= 1; return x == 0 ? 10 : 9; }
int apart (_Bool b) { return b ? 3 : 10; }

/* { dg-final { scan-tree-dump {= 6 - _\d+;} "phiopt2" } } */
/* { dg-final { scan-tree-dump {= _\d+ \+ 5;} "phiopt2" } } */
/* { dg-final { scan-tree-dump {= 10 - _\d+;} "phiopt2" } } */
/* { dg-final { scan-tree-dump-times {if \(} 1 "phiopt2" } } */
