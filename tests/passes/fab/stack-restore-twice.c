/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* Of two one after the other the second is enough. */
void use (char *);
void f (int n)
{
  {
    char a[n];
    {
      char b[n + 1];
      use (b);
      use (a);
    }
  }
  use (0);
}

/* { dg-final { scan-tree-dump-times "Simplified" 1 "fab1" } } */
/* { dg-final { scan-tree-dump "use \\(a.\[0-9\]+_\[0-9\]+\\);\n  GIMPLE_NOP\n  __builtin_stack_restore" "fab1" } } */
/* { dg-final { scan-tree-dump-times "= __builtin_stack_save" 1 "fab1" } } */
