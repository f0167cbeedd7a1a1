/* { dg-do compile } */
/* { dg-options "-O2 -fno-thread-jumps -fdump-tree-fre5" } */

/* It is on at -O3 only. */
void foo (void);
void f (unsigned long x) {
  while (x >= 256)
    if (x & 1) foo ();
    else x >>= 1;
}

/* { dg-final { scan-tree-dump-times "> 255" 2 "fre5" } } */
