/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fno-thread-jumps -fdump-tree-split-paths-details" } */

/* What is done on one way is not known on the other: the test that ends the loop is copied. */
void foo (void);
void f (unsigned long x) {
  while (x >= 256)
    if (x & 1) foo ();
    else x >>= 1;
}

/* { dg-final { scan-tree-dump-times "Duplicating join block" 1 "split-paths" } } */
