/* Objects of variable size that cannot be, and arguments that are nowhere. */
/* { dg-do compile } */
/* { dg-options "-O1" } */
void f(int n) {
  static int a[n]; /* { dg-error "14: storage size of 'a' isn't constant" } */
  extern int b[n]; /* { dg-error "14: object with variably modified type must have no linkage" } */
  /* { dg-error "14: storage size of 'b' isn't constant" "" { target *-*-* } .-1 } */
  static struct { int x[n]; } c; /* { dg-error "31: storage size of 'c' isn't constant" } */
  extern int (*d)[n]; /* { dg-error "16: object with variably modified type must have no linkage" } */
  static int (*e)[n];
  struct S { int x[n]; } g = {{1}}; /* { dg-error "variable-sized object may not be initialized" } */
}
