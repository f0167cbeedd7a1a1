/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-original" } */

/* `do {} while (0)`, as macros that say nothing are, stays as a statement that does nothing; other loops leave no body. */
int x;
void f (void)
{
  do { } while (0);
  do { x; } while (0);
  if (x)
    do ; while (0);
  while (0) { }
  do { x++; } while (0);
}

/* { dg-final { scan-tree-dump-times "\\(void\\) 0;" 3 "original" } } */
