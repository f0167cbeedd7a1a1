/* { dg-do compile } */
/* { dg-options "-std=gnu11" } */
/* { dg-regexp {[^\n]*:\d+:\d+: error: [^\n]*undeclared[^\n]*} } */
/* { dg-regexp "never said" } */
int f (void) { return a; }
