/* { dg-do compile } */
/* { dg-options "-O1 -fno-tree-ccp -fno-tree-forwprop -fno-tree-fre -fdump-tree-copyprop1" } */

/* Conditions are on the original. */
extern void use (void);
void f (int a)
{
  int b = a;
  if (b > 3)
    use ();
}

/* { dg-final { scan-tree-dump "if \\(a_\[0-9\]+\\(D\\) > 3\\)" "copyprop1" } } */
