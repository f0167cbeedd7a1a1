/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* It is where the function calls again. */
void use (char *);
void f (int n)
{
  {
    char a[n];
    use (a);
  }
  use (0);
}

/* { dg-final { scan-tree-dump "= __builtin_stack_save" "fab1" } } */
/* { dg-final { scan-tree-dump-times "__builtin_stack_restore \\(" 1 "fab1" } } */
/* { dg-final { scan-tree-dump-not "Simplified" "fab1" } } */
