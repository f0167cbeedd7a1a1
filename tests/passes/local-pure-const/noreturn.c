/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1-details" } */

/* What ends in a call that does not return does not return itself. */
void nor (void) __attribute__ ((noreturn));
void f (void)
{
  nor ();
}

/* { dg-final { scan-tree-dump "Function found to be noreturn: f" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Function found to be looping pure: f/0" "local-pure-const1" } } */
/* { dg-final { scan-tree-dump "Declaration updated to be looping pure: f/0" "local-pure-const1" } } */
