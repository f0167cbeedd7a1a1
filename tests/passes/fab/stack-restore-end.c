/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-fab1-details" } */

/* Stack memory is not given back where the function ends. */
void use (char *);
void f (int n)
{
  {
    char a[n];
    use (a);
  }
}

/* { dg-final { scan-tree-dump "Simplified\n  __builtin_stack_restore \\(saved_stack.\[0-9\]+_\[0-9\]+\\);\nto\n  GIMPLE_NOP\n" "fab1" } } */
/* { dg-final { scan-tree-dump "saved_stack.\[0-9\]+_\[0-9\]+ = 0B;" "fab1" } } */
/* { dg-final { scan-tree-dump-not "= __builtin_stack_save" "fab1" } } */
