/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths --param max-jump-thread-duplication-stmts=2 -fdump-tree-split-paths-details" } */

/* The join has more statements than may be copied. */
void foo (void);
void f (unsigned long x, int *p) {
  do {
    if (x & 1) foo ();
    else { x >>= 1; foo (); foo (); }
    p[x] = x * 3;
  } while (x >= 256);
}

/* { dg-final { scan-tree-dump {x_[0-9]+ = PHI <x_[0-9]+\([0-9]\), x_} "split-paths" } } */
/* { dg-final { scan-tree-dump-not "Duplicating join block" "split-paths" } } */
