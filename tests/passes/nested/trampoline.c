/* { dg-do compile } */
/* { dg-options "-O1 -fdump-tree-nested" } */

/* One whose address is taken is called by a trampoline, made at the beginning. */
void use (int (*) (int));
void f (int n)
{
  int in (int x) { return x + n; }
  use (in);
}

/* { dg-final { scan-tree-dump {__builtin_init_trampoline \(&FRAME.\d+.in, in, &FRAME.\d+\);} "nested" } } */
/* { dg-final { scan-tree-dump {= __builtin_adjust_trampoline \(&FRAME.\d+.in\);} "nested" } } */
