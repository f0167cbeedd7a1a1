/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fdump-tree-split-paths-details" } */

/* Inner and outer loop are looked at, the inner first. */
void foo (int), bar (int);
void f (unsigned long x, unsigned long y) {
  do {
    unsigned long z = x;
    do {
      if (z & 1) { foo (1); z -= 5; }
      else { z >>= 1; bar (2); }
    } while (z >= 256);
    if (y & 1) { foo (3); y -= 7; }
    else { y >>= 1; bar (4); }
  } while (y >= 256);
}

/* { dg-final { scan-tree-dump-times "Duplicating join block" 2 "split-paths" } } */
