/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-forwprop1-details" } */

/* Constants around a difference are gathered, whoever uses the difference; a comparison of the difference itself with 0
   stays where it is used elsewhere. */
int use (int);

int rest_plus_constants (int x) { int n = -1000 - x; use (n); return n - 1; }
int minus_rest_constants (int x) { int n = 5 - x; use (n); return 7 - n; }
int beyond (int x) { int n = -2147483647 - x; use (n); return n - 5; }
int shift_by_rest (int x, int y) { return y << (x % 8); }
int not_a_power (int x, int y) { return y << (x % 6); }
int kept (int x, int y) { int n = x - y; use (n); return n == 0; }
int same_bits (int x, int y) { int n = x ^ y; use (n); return n == 0; }

/* { dg-final { scan-tree-dump "= -1001 - x_" "forwprop1" } } */
/* { dg-final { scan-tree-dump {= x_[0-9]+\(D\) \+ 2;} "forwprop1" } } */
/* { dg-final { scan-tree-dump {= n_[0-9]+ \+ -5;} "forwprop1" } } */
/* { dg-final { scan-tree-dump {= x_[0-9]+\(D\) & 7;} "forwprop1" } } */
/* { dg-final { scan-tree-dump {= x_[0-9]+\(D\) % 6;} "forwprop1" } } */
/* { dg-final { scan-tree-dump {= n_[0-9]+ == 0;} "forwprop1" } } */
/* { dg-final { scan-tree-dump-times {\n  _[0-9]+ = x_[0-9]+\(D\) == y_} 1 "forwprop1" } } */
