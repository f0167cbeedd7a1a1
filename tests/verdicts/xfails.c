/* { dg-do compile } */
/* { dg-options "-std=gnu11 -O1" } */
/* { dg-xfail-if "the first result" { *-*-* } { "-O1" } } */
/* { dg-final { scan-assembler-not "nowhere" } } */
int f (void) { return undeclared; }
