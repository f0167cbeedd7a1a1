/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-copyprop1" } */

/* Uses of copies become uses of the original. */
extern void use (int);
void f (int a)
{
  int b = a;
  int c = b;
  use (c);
  use (b);
}

/* { dg-final { scan-tree-dump-times "use \\(a_\[0-9\]+\\(D\\)\\)" 2 "copyprop1" } } */
