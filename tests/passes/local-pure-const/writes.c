/* { dg-do compile } */
/* { dg-options "-O2 -fdump-tree-local-pure-const1-details" } */

/* What writes memory, reads volatile objects or has an asm that says it is volatile is neither. */
int s;
void f (int x)
{
  s = x;
}

int g (volatile int *p)
{
  return *p;
}

void h (void)
{
  __asm__ volatile ("");
}

/* { dg-final { scan-tree-dump {  s = x_} "local-pure-const1" } } */
/* { dg-final { scan-tree-dump-not "Function found to be" "local-pure-const1" } } */
