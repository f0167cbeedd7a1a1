/* { dg-do compile } */
/* { dg-options "-O2 -fsplit-paths -fdump-tree-split-paths" } */

/* Each way leads on as often as it is taken. */
void foo (void);
void f (unsigned long x) {
  while (x >= 256)
    if (x & 1) foo ();
    else x >>= 1;
}

/* { dg-final { scan-tree-dump-times "goto <bb \[0-9\]+>; \\\[89.00%\\\]" 3 "split-paths" } } */
