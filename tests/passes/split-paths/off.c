/* { dg-do compile } */
/* { dg-options "-O3 -fno-thread-jumps -fno-split-paths -fdump-tree-fre5" } */

void foo (void);
void f (unsigned long x) {
  while (x >= 256)
    if (x & 1) foo ();
    else x >>= 1;
}

/* { dg-final { scan-tree-dump-times "> 255" 2 "fre5" } } */
