/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-fre1-details" } */

/* Whether a difference overflows depends on the type it is to fit: the two are not the same.  */
struct { int narrow : 5; } s;
int narrow, wide;
void f (int a, int b)
{
  narrow = __builtin_sub_overflow_p (a, b, s.narrow);
  wide = __builtin_sub_overflow_p (a, b, (short) 0);
}

/* { dg-final { scan-tree-dump-times {\n  _\d+ = \.SUB_OVERFLOW \(a_\d+\(D\), b_\d+\(D\)\)} 2 "fre1" } } */
/* { dg-final { scan-tree-dump "Setting value number of _12 to _12" "fre1" } } */
