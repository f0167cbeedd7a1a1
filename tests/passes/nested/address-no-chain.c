/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* But not one that needs nothing of the outer. */
void use (int (*) (int));
void f (int n)
{
  int in (int x) { return x + 1; }
  use (in);
}

/* { dg-final { scan-tree-dump-not {trampoline} "nested" } } */
/* { dg-final { scan-tree-dump {use \(in\);} "nested" } } */
